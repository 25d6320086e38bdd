import { ACESFilmicToneMapping, PCFShadowMap, WebGLRenderer } from "three";

/** Makes what draws a scene on a canvas. Throws when the browser gives no WebGL. Shadows and counts are renewed by who draws. */
export function makeRenderer(canvas: HTMLCanvasElement): WebGLRenderer {
  const renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: "high-performance" });
  renderer.toneMapping = ACESFilmicToneMapping;
  renderer.shadowMap.type = PCFShadowMap;
  renderer.shadowMap.enabled = true;
  renderer.shadowMap.autoUpdate = false;
  renderer.info.autoReset = false;
  return renderer;
}
