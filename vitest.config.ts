import { defineConfig } from "vitest/config";

/**
 * Files of the packages that take long, that need modules that nobody has loaded before, or that teach the page new
 * types.
 */
const ALONE = [
  "**/physics/*/history.test.ts",
  "**/{trap,physics-trap}.test.ts",
  "**/fresh-process.test.ts",
  "**/kept-world.test.ts",
  "**/served/isolation.test.ts",
  "**/third-party-topic.test.ts",
  "**/world/world-travel.test.ts",
  "**/server/src/flood.test.ts",
  "**/cli/loaded-modules.test.ts",
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/**/*.test.{ts,tsx}", "bench/**/*.test.ts", "tools/**/*.test.ts"],
          testTimeout: 30_000,
          // Long enough for a busy machine.
          expect: { poll: { timeout: 20_000 } },
          // Saved states of both engines and tests of failing threads take long, so they are not part of the check,
          // which must stay under a minute and a half.
          exclude: ["**/node_modules/**", "**/dist/**", ".tsbuild/**", ...ALONE],
          // Files share what they import: loading it again for each took longer than the tests.
          isolate: false,
          // Without it, one of two cores would be idle.
          maxWorkers: "100%",
        },
      },
      {
        test: {
          name: "long",
          include: ["tests/**/*.test.ts", ...ALONE],
          exclude: ["**/node_modules/**", "tests/e2e/**"],
          testTimeout: 60_000,
          expect: { poll: { timeout: 20_000 } },
          maxWorkers: "100%",
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: "e2e",
          include: ["tests/e2e/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 60_000,
          globalSetup: ["tests/e2e/build-page.ts"],
          // Last, and two at a time: each file starts servers and a browser of its own, and waits for them most of the
          // time.
          maxWorkers: 2,
          // A machine of CI may stall for seconds. What fails there once and then passes is named in the summary, and is
          // to be mended like any other failure.
          retry: process.env.CI === undefined ? 0 : 1,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
