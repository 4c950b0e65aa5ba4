import { defineConfig } from "vite";

// While developing, `npm run dev` shows the page and asks the studio (or the mock) for everything else.
const server = process.env.STUDIO_SERVER ?? "http://127.0.0.1:7879";

export default defineConfig({
  base: "./",
  build: { outDir: "dist", chunkSizeWarningLimit: 900, target: "es2022" },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
});
