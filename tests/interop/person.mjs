// A small person in BVH, in centimetres, who waves while walking: no recording is needed to test with.

const joints = [
  ["Hips", "", [0, 0, 0]],
  ["Spine", "Hips", [0, 20, 0]],
  ["Neck", "Spine", [0, 35, 0]],
  ["Head", "Neck", [0, 12, 0]],
  ...["Left", "Right"].flatMap((side) => {
    const x = side === "Left" ? 1 : -1;
    return [
      [`${side}Arm`, "Spine", [18 * x, 30, 0]],
      [`${side}ForeArm`, `${side}Arm`, [28 * x, 0, 0]],
      [`${side}Hand`, `${side}ForeArm`, [26 * x, 0, 0]],
      [`${side}UpLeg`, "Hips", [10 * x, -5, 0]],
      [`${side}Leg`, `${side}UpLeg`, [0, -42, 0]],
      [`${side}Foot`, `${side}Leg`, [0, -40, 0]],
      [`${side}ToeBase`, `${side}Foot`, [0, -6, 14]],
    ];
  }),
];

function block([name, parent, offset], order) {
  order.push(name);
  const children = joints.filter((joint) => joint[1] === name);
  const channels = parent ? "3" : "6 Xposition Yposition Zposition";
  return [
    `${parent ? "JOINT" : "ROOT"} ${name}`,
    "{",
    `OFFSET ${offset.join(" ")}`,
    `CHANNELS ${channels} Zrotation Yrotation Xrotation`,
    ...children.map((child) => block(child, order)),
    ...(children.length ? [] : ["End Site", "{", "OFFSET 0 5 0", "}"]),
    "}",
  ].join("\n");
}

export function personBvh(frames = 60, shift = 0) {
  const order = [];
  const tree = block(joints[0], order);
  const rows = Array.from({ length: frames }, (_, frame) => {
    const t = frame / 60;
    const turns = order.flatMap((_, joint) => [
      12 * Math.sin(3 * t + joint),
      9 * Math.cos(2 * t + 2 * joint),
      15 * Math.sin(4 * t + 3 * joint),
    ]);
    return [shift + 5 * t, 95 + Math.sin(6 * t), 120 * t, ...turns].map((v) => v.toFixed(5)).join(" ");
  });
  return `HIERARCHY\n${tree}\nMOTION\nFrames: ${frames}\nFrame Time: 0.0166667\n${rows.join("\n")}\n`;
}
