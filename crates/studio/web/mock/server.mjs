// A stand-in for the studio's server that speaks its protocol with two recorded takes: to build and test the page alone.
import { createServer } from "node:http";
import { readFileSync, existsSync } from "node:fs";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { WebSocketServer } from "ws";
import { axisAngle, multiply, pack, rotate, unpack } from "./quaternion.mjs";
import { annotated } from "./edits.mjs";

const DATA = JSON.parse(readFileSync(new URL("data.json", import.meta.url)));
const DIST = fileURLToPath(new URL("../dist/", import.meta.url));
const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
const JOINTS = DATA.skeleton.joints.length;
const takes = DATA.takes.map((take) => ({ ...take, bytes: Buffer.from(take.frames, "base64") }));

const SCENES = [
  { name: "walk-about", title: "Walking about", line: "Somebody walks, runs, turns and jumps about, for ever, out of three minutes of recordings.", actors: 1, may: ["push", "steer"], take: 1 },
  { name: "shadow-boxing", title: "Shadow boxing", line: "A kick-boxer fights the air, and is never hit: the graph is walked without entering a fall or a blow taken.", actors: 1, may: ["push"], take: 0 },
  { name: "one-take", title: "One take, over and over", line: "A boxer's first seconds in a loop, beside the same at half speed, and somebody who only stands.", actors: 3, may: [], take: 0, teams: 3 },
  { name: "thirty-alone", title: "Thirty, each alone", line: "Thirty kick-boxers on one floor, who do not look at each other yet.", actors: 30, may: ["push"], take: 0, teams: 2 },
  { name: "crowd", title: "A crowd", line: "Two hundred people walk about, nobody in step with anybody.", actors: 200, may: ["point", "target"], take: 1, teams: 4 },
];
const CLASSES = ["stand", "stance", "movement", "walk", "step", "run", "jump", "turn", "attack", "kick", "front_kick", "punch", "jab", "hook", "block", "avoid", "hit", "fall", "rise"]
  .map((word) => ({ word, meaning: word.replaceAll("_", " ") }));

export function start({ port = 0 } = {}) {
  let scene = SCENES[0], seed = 1, tick = 0, playing = true, speed = 1, credit = 0;
  const viewers = new Map();
  const log = []; // what viewers asked for, for tests
  const edits = takes.map(() => ({ new_classes: [], cuts: [], actions: [], supports: [], strikes: [] }));

  const spread = (id) => {
    if (scene.actors === 1) return [0, 0];
    const side = Math.ceil(Math.sqrt(scene.actors));
    return scene.actors <= 3 ? [(id - (scene.actors - 1) / 2) * 1.5, 0] : [(id % side - (side - 1) / 2) * 2.5, (Math.floor(id / side) - (side - 1) / 2) * 2.5];
  };
  const frame = () => {
    const take = takes[scene.take];
    const stride = 16 + 4 * JOINTS, size = 12 + 4 * JOINTS;
    const out = Buffer.alloc(24 + scene.actors * stride);
    out.writeUInt8(1, 0);
    out.writeUInt8(playing ? 1 : 0, 1);
    out.writeUInt32LE(scene.actors, 4);
    out.writeBigUInt64LE(BigInt(tick), 8);
    out.writeFloatLE(18 + scene.actors * 2.4 + Math.sin(tick / 20) * 3, 16);
    out.writeFloatLE(playing ? 60 * speed : 0, 20);
    for (let id = 0; id < scene.actors; id++) {
      const slow = scene.name === "one-take" && id === 1 ? 0.5 : 1;
      const still = scene.name === "one-take" && id === 2;
      const index = still ? 5 : Math.floor(tick / 2 * slow + id * 37 + seed * 11) % take.count;
      const at = index * size, to = 24 + id * stride;
      const turn = axisAngle(1, scene.actors > 3 ? id * 2.4 : 0);
      const [x, z] = spread(id);
      const root = rotate(turn, [0, 4, 8].map((byte) => take.bytes.readFloatLE(at + byte)));
      out.writeFloatLE(root[0] + x, to);
      out.writeFloatLE(root[1], to + 4);
      out.writeFloatLE(root[2] + z, to + 8);
      const time = index / take.rate;
      const down = (side) => take.supports[side].some(([a, b]) => a <= time && time <= b);
      out.writeUInt8((down("left") ? 1 : 0) | (down("right") ? 2 : 0), to + 12);
      out.writeUInt8(take.strikes.some((one) => Math.abs(one.time - time) < 0.1) ? 1 : 0, to + 13);
      take.bytes.copy(out, to + 16, at + 12, at + size);
      out.writeUInt32LE(pack(multiply(turn, unpack(take.bytes.readUInt32LE(at + 12)))), to + 16);
    }
    return out;
  };
  const capsules = () => ["left_shoulder:left_elbow:.05", "left_elbow:left_wrist:.045", "right_shoulder:right_elbow:.05", "right_elbow:right_wrist:.045", "left_hip:left_knee:.08", "left_knee:left_ankle:.06", "right_hip:right_knee:.08", "right_knee:right_ankle:.06", "chest:neck:.15", "head:head:.11"]
    .map((text) => {
      const [from, to, radius] = text.split(":");
      const joint = DATA.skeleton.roles[from];
      const end = from === to ? [0, 0.15, 0] : DATA.skeleton.joints[DATA.skeleton.roles[to]].offset;
      return { joint, from: [0, 0, 0], to: end, radius: Number(radius), part: from };
    });
  const sceneMessage = () => JSON.stringify({
    type: "scene", name: scene.name, title: scene.title, line: scene.line, may: scene.may, seed, step: 1 / 60, skeleton: DATA.skeleton,
    actors: Array.from({ length: scene.actors }, (_, id) => ({ id, name: scene.actors > 1 ? `actor-${id + 1}` : "walker", team: id % (scene.teams ?? 1), mind: "wander" })),
    props: scene.name === "crowd" ? [{ kind: "obstacle", at: [6, 0, 5], heading: 0, radius: 0.5, height: 1.2 }, { kind: "target", at: [-2, 1.2, 9], heading: 0, radius: 0.2 }] : [],
    capsules: capsules(),
  });
  const state = () => JSON.stringify({ type: "state", playing, speed, tick, seed, viewers: viewers.size });
  const decisions = (id) => {
    const take = takes[scene.take];
    const time = (Math.floor(tick / 2 + id * 37 + seed * 11) % take.count) / take.rate;
    const now = take.actions.find((one) => one.from <= time && time < one.to) ?? take.actions[0];
    return JSON.stringify({
      type: "decisions", actor: id, mind: "wander",
      doing: { take: take.name, from: now.from, to: now.to, time, rate: 1, classes: now.classes },
      decisions: [0, 1, 2, 3].map((back) => {
        const base = Math.max(0, Math.floor(tick / 60) - back);
        const chosen = take.actions[(base * 7 + id) % take.actions.length];
        return { tick: base * 60, chosen: { take: take.name, from: chosen.from, to: chosen.to },
          considered: [0, 3, 5].map((step, i) => { const a = take.actions[(base * 7 + id + step) % take.actions.length]; return { take: take.name, from: a.from, score: 0.82 - i * 0.23 }; }) };
      }),
    });
  };
  const tell = (text) => { for (const socket of viewers.keys()) socket.send(text); };
  const show = () => { const bytes = frame(); for (const socket of viewers.keys()) if (socket.bufferedAmount < 1e5) socket.send(bytes); };
  const advance = () => {
    tick++;
    if (tick % 90 === 0) tell(JSON.stringify({ type: "events", tick, events: [{ kind: "strike", actor: 0, other: null, point: [0.3, 1.2, 0.6], text: "actor 0 strikes the air" }] }));
    if (tick % 6 === 0) for (const [socket, watched] of viewers) if (watched !== null) socket.send(decisions(watched));
  };
  const hear = (socket, message) => {
    log.push(message);
    if (message.type === "play") playing = true;
    else if (message.type === "pause") playing = false;
    else if (message.type === "step") { if (!playing) advance(); }
    else if (message.type === "speed" && message.value >= 0.05 && message.value <= 4) speed = message.value;
    else if (message.type === "restart" && Number.isInteger(message.seed)) { seed = message.seed; tick = 0; tell(sceneMessage()); }
    else if (message.type === "scene" && SCENES.some((one) => one.name === message.name)) { scene = SCENES.find((one) => one.name === message.name); tick = 0; for (const key of viewers.keys()) viewers.set(key, null); tell(sceneMessage()); }
    else if (message.type === "watch") { viewers.set(socket, message.actor); if (message.actor !== null) socket.send(decisions(message.actor)); }
    else if (message.type !== "cue") return socket.send(JSON.stringify({ type: "error", error: `"${message.type}" is not known here` }));
    tell(state());
    show();
  };

  const takeObject = (index) => {
    const { name, seconds, rate, count } = takes[index];
    const energy = Array.from({ length: Math.ceil(seconds * 20) }, (_, i) => Math.abs(Math.sin(i / 9) * Math.sin(i / 31)) + 0.1);
    return { index, name, seconds, rate, frames: count, mirrored_from: null, ...annotated(takes[index], edits[index]), energy, edits: edits[index], editable: true };
  };
  const http = createServer((request, response) => {
    const url = new URL(request.url, "http://mock");
    const json = (value, status = 200) => { response.writeHead(status, { "content-type": "application/json" }); response.end(JSON.stringify(value)); };
    const take = /^\/api\/takes\/(\d+)\/(frames|edits)$/.exec(url.pathname);
    if (url.pathname === "/api/scenes") return json(SCENES.map(({ take: _, teams: __, ...rest }) => rest));
    if (url.pathname === "/api/takes") return json(takes.map((_, index) => takeObject(index)));
    if (url.pathname === "/api/classes") return json(CLASSES);
    if (take && !takes[Number(take[1])]) return json({ error: "no such take" }, 404);
    if (take?.[2] === "frames") {
      const head = Buffer.alloc(8), one = takes[Number(take[1])];
      head.writeUInt32LE(one.count, 0);
      head.writeFloatLE(one.rate, 4);
      return response.end(Buffer.concat([head, one.bytes]));
    }
    if (take?.[2] === "edits" && request.method === "POST") {
      let body = "";
      request.on("data", (part) => { body += part; });
      return request.on("end", () => {
        const next = JSON.parse(body);
        if (next.cuts.some((cut) => (cut.add ?? 0) < 0)) return json({ error: "a cut before the beginning" }, 400);
        edits[Number(take[1])] = next;
        log.push({ type: "edits", index: Number(take[1]), edits: next });
        json(takeObject(Number(take[1])));
      });
    }
    if (url.pathname === "/api/export") {
      log.push({ type: "export", query: Object.fromEntries(url.searchParams) });
      response.writeHead(200, { "content-type": "application/octet-stream", "content-disposition": `attachment; filename="footwork.${url.searchParams.get("format")}"` });
      return response.end(url.searchParams.get("format") === "bvh" ? "HIERARCHY\n" : "glTF");
    }
    const file = join(DIST, normalize(url.pathname === "/" ? "index.html" : url.pathname));
    if (!file.startsWith(DIST) || !existsSync(file)) return json({ error: "not found" }, 404);
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" });
    response.end(readFileSync(file));
  });
  const sockets = new WebSocketServer({ server: http, path: "/ws" });
  sockets.on("connection", (socket) => {
    viewers.set(socket, null);
    socket.send(sceneMessage());
    tell(state());
    socket.send(frame());
    socket.on("message", (text) => { try { hear(socket, JSON.parse(String(text))); } catch { socket.send(JSON.stringify({ type: "error", error: "not a message" })); } });
    socket.on("close", () => { viewers.delete(socket); tell(state()); });
  });
  const timer = setInterval(() => {
    if (!playing) return;
    for (credit += speed; credit >= 1; credit--) advance();
    show();
  }, 1000 / 60);
  return new Promise((done) => http.listen(port, "127.0.0.1", () => done({
    address: `http://127.0.0.1:${http.address().port}/`, log,
    stop: () => { clearInterval(timer); for (const socket of viewers.keys()) socket.terminate(); http.closeAllConnections(); http.close(); },
  })));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await start({ port: Number(process.env.PORT ?? 7879) });
  console.log(`mock studio at ${address}`);
}
