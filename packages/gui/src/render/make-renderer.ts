import { ACESFilmicToneMapping, PCFShadowMap, WebGLRenderer, type WebGLRendererParameters } from "three";

/**
 * Makes a renderer for a surface: an element of a page, or an offscreen canvas in a thread. Throws if WebGL is
 * unavailable. The caller updates shadows and resets counts.
 */
export function makeRenderer(surface: Pick<WebGLRendererParameters, "canvas" | "context">): WebGLRenderer {
  const renderer = new WebGLRenderer({ ...surface, antialias: true, powerPreference: "high-performance" });
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.autoUpdate = false;
  renderer.info.autoReset = false;
  return renderer;
}
