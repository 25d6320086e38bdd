import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

const CHROMIUM = "/usr/bin/chromium";

/**
 * Returns the system's Chromium without a window. Software rendering by Mesa: with SwiftShader canvases draw only one
 * frame per second.
 */
export async function launchChromium(): Promise<Browser> {
  if (!existsSync(CHROMIUM)) {
    throw new Error(
      `there is no Chromium at ${CHROMIUM}, which these tests drive; to install it: node tools/setup.mjs --browser`,
    );
  }
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      "--headless",
      "--no-sandbox",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      "--use-gl=angle",
      "--use-angle=gl-egl",
      "--ignore-gpu-blocklist",
      "--disable-accelerated-2d-canvas",
      "--disable-gpu-compositing",
    ],
  });
}
