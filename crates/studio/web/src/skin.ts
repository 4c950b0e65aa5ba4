// Draws everybody at once: where joints are and what people wear come as small pictures, a row to a person, and the vertex
// program looks up its two joints there.

import { DataTexture, FloatType, type Material, MeshDepthMaterial, MeshLambertMaterial, RGBAFormat } from "three";

/** Pictures that the program looks things up in. */
export interface Rows { joints: DataTexture; worn: DataTexture }

export function rows(joints: number, stuffs: number, people: number): Rows {
  const picture = (width: number): DataTexture => {
    const made = new DataTexture(new Float32Array(width * people * 4), width, people, RGBAFormat, FloatType);
    made.needsUpdate = true;
    return made;
  };
  // Three texels are a joint's matrix, row by row.
  return { joints: picture(joints * 3), worn: picture(stuffs) };
}

const LOOK_UP = `
attribute vec3 bones; attribute float kind; uniform highp sampler2D joints; uniform highp sampler2D worn;
mat4x3 jointOf(int joint) {
  vec4 a = texelFetch(joints, ivec2(joint * 3, gl_InstanceID), 0), b = texelFetch(joints, ivec2(joint * 3 + 1, gl_InstanceID), 0), c = texelFetch(joints, ivec2(joint * 3 + 2, gl_InstanceID), 0);
  return transpose(mat3x4(a, b, c));
}
mat4x3 carried() { mat4x3 one = jointOf(int(bones.x)); return bones.z > 0.0 ? one * (1.0 - bones.z) + jointOf(int(bones.y)) * bones.z : one; }
`;
// What is not worn shrinks to nothing.
const PLACE = `vec3 transformed = texelFetch(worn, ivec2(int(kind), gl_InstanceID), 0).a > 0.5 ? carried() * vec4(position, 1.0) : vec3(0.0);`;

function look(material: Material, { joints, worn }: Rows, coloured: boolean): void {
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, { joints: { value: joints }, worn: { value: worn } });
    shader.vertexShader = `${LOOK_UP}${coloured ? "varying vec3 cloth; varying float gloss;\n" : ""}${shader.vertexShader}`
      .replace("#include <begin_vertex>", `${PLACE}${coloured ? "vec4 wears = texelFetch(worn, ivec2(int(kind), gl_InstanceID), 0); cloth = wears.rgb; gloss = wears.a - 1.0;" : ""}`)
      .replace("#include <beginnormal_vertex>", "vec3 objectNormal = mat3(carried()) * normal;");
    if (coloured) shader.fragmentShader = `varying vec3 cloth; varying float gloss;\n${shader.fragmentShader}`
      .replace("#include <color_fragment>", "diffuseColor.rgb *= cloth;")
      // Light that comes round the edge, and what leather gives back of the lamp above.
      .replace("#include <opaque_fragment>", `
        vec3 eyeward = normalize(vViewPosition); float edge = pow(1.0 - max(dot(normal, eyeward), 0.0), 3.0);
        outgoingLight += outgoingLight * edge * 0.55;
        vec3 lamp = normalize((viewMatrix * vec4(0.3, 0.86, 0.4, 0.0)).xyz); outgoingLight += vec3(gloss * pow(max(dot(reflect(-eyeward, normal), lamp), 0.0), 22.0));
        #include <opaque_fragment>`);
  };
  material.customProgramCacheKey = () => `people${coloured ? 1 : 0}`;
}

export function skin(pictures: Rows): { seen: MeshLambertMaterial; shadow: MeshDepthMaterial } {
  const [seen, shadow] = [new MeshLambertMaterial(), new MeshDepthMaterial()];
  look(seen, pictures, true);
  look(shadow, pictures, false);
  return { seen, shadow };
}
