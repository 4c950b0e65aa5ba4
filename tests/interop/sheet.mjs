// Characters with their own meshes, drawn by three.js at some moments of an animation, to be looked at:
// node sheet.mjs OUT.png FILE.glb[#ANIMATION] ...
//
// A row a file. Needs a browser, and what tests/studio installs.
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { chromium } from "../studio/node_modules/playwright-core/index.mjs";

const MOMENTS = Number(process.env.MOMENTS ?? 7);
const [WIDE, HIGH] = [230, 300];
/** s, at which the first picture is taken, and the last: the whole animation where nothing is said. */
const [FROM, TO] = [Number(process.env.FROM ?? 0), Number(process.env.TO ?? Infinity)];
/** A joint to look at from near, by a part of its name: a hand, say. */
const NEAR = process.env.NEAR ?? "";

const [out, ...files] = process.argv.slice(2);
if (!out || files.length === 0) throw new Error("node sheet.mjs OUT.png FILE.glb[#ANIMATION] ...");
const three = join(import.meta.dirname, "node_modules/three");
const page_text = `<!doctype html><body style="margin:0"><script type="importmap">{"imports":{"three":"/build/three.module.js"}}</script></body>`;
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"],
});
const page = await browser.newPage();
page.setDefaultTimeout(600_000);
page.on("pageerror", (error) => console.error(String(error)));
await page.route("http://sheet/**", (route) => {
  const path = decodeURIComponent(new URL(route.request().url()).pathname);
  if (path === "/") return route.fulfill({ contentType: "text/html", body: page_text });
  if (/^\/file\d+$/.test(path)) return route.fulfill({ body: readFileSync(files[Number(path.slice(5))].split("#")[0]) });
  return route.fulfill({ contentType: "text/javascript", body: readFileSync(join(three, path)) });
});
await page.goto("http://sheet/");
const picture = await page.evaluate(async ({ files, moments, wide, high, from, to, near }) => {
  const THREE = await import("three");
  const { GLTFLoader } = await import("/examples/jsm/loaders/GLTFLoader.js");
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [moments * wide, files.length * high];
  const ink = sheet.getContext("2d");
  const renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(wide, high);
  renderer.setClearColor(0xe8ebef);
  for (const [row, { name, animation }] of files.entries()) {
    const { scene, animations } = await new GLTFLoader().loadAsync(`/file${row}`);
    const clip = animations.find((one) => one.name === animation) ?? animations[0];
    const mixer = new THREE.AnimationMixer(scene);
    const action = mixer.clipAction(clip);
    action.setLoop(THREE.LoopOnce, 1);
    action.clampWhenFinished = true;
    action.play();
    const world = new THREE.Scene();
    world.add(scene, new THREE.HemisphereLight(0xffffff, 0x776655, 2.2));
    const sun = new THREE.DirectionalLight(0xffffff, 2);
    sun.position.set(2, 4, 3);
    world.add(sun);
    const floor = new THREE.Mesh(new THREE.PlaneGeometry(60, 60), new THREE.MeshBasicMaterial({ color: 0xc9b79c }));
    floor.rotation.x = -Math.PI / 2;
    floor.position.y = -0.001;
    const grid = new THREE.GridHelper(60, 120, 0x8a7a60, 0xa8977c);
    world.add(floor, grid);
    scene.traverse((one) => { one.frustumCulled = false; });
    const bones = [];
    scene.traverse((one) => { if (one.isBone) bones.push(one); });
    const looked = bones.find((one) => near && one.name.toLowerCase().includes(near.toLowerCase()));
    const camera = new THREE.PerspectiveCamera(28, wide / high, 0.05, 100);
    const end = Math.min(to, clip.duration);
    for (let i = 0; i < moments; i++) {
      const time = from + ((end - from) * i) / Math.max(1, moments - 1);
      mixer.setTime(time);
      world.updateMatrixWorld(true);
      const at = new THREE.Vector3();
      (looked ?? bones[0]).getWorldPosition(at);
      const size = new THREE.Box3().setFromPoints(bones.map((one) => one.getWorldPosition(new THREE.Vector3())));
      const tall = looked ? 0.34 : Math.max(1.2, size.max.y - Math.min(0, size.min.y));
      const middle = looked ? at : new THREE.Vector3(at.x, 0.52 * tall, at.z);
      camera.position.copy(middle).add(new THREE.Vector3(0.75, 0.22, 1).normalize().multiplyScalar(tall * 2.7));
      camera.lookAt(middle);
      renderer.render(world, camera);
      ink.drawImage(renderer.domElement, i * wide, row * high, wide, high);
      ink.font = "12px sans-serif";
      ink.fillStyle = "#222";
      ink.fillText(`${i === 0 ? `${name} ` : ""}${time.toFixed(2)} s`, i * wide + 6, row * high + 15);
    }
  }
  return sheet.toDataURL("image/png").split(",")[1];
}, {
  files: files.map((file) => { const [path, animation] = file.split("#"); return { name: basename(path, ".glb"), animation }; }),
  moments: MOMENTS, wide: WIDE, high: HIGH, from: FROM, to: TO, near: NEAR,
});
writeFileSync(out, Buffer.from(picture, "base64"));
await browser.close();
console.log(out);
