import { defineConfig } from "vite";

// While developing, `npm run dev` shows the page, and `footwork studio --no-browser` answers everything else.
const server = process.env.STUDIO_SERVER ?? "http://127.0.0.1:7300";
// The studio lets in only its own page: as such, this one is announced.
const target = { target: server, changeOrigin: true, headers: { origin: server } };

export default defineConfig({
  base: "./",
  build: { outDir: "dist", chunkSizeWarningLimit: 900, target: "es2022" },
  server: { proxy: { "/api": target, "/ws": { ...target, ws: true, rewriteWsOrigin: true } } },
});
