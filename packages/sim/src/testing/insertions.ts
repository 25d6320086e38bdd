import { Name } from "../components/identity.ts";
import { TestSim, type TestSimOptions } from "./test-sim.ts";

/** Wraps models and lights as the text of a file to insert. */
export function sdf(inner: string): string {
  return `<sdf version="1.9">${inner}</sdf>`;
}

/** Loads a world that accepts commands. */
export function loadEditable(world: string, options: TestSimOptions = {}): Promise<TestSim> {
  return TestSim.load(world, { defaultSystems: ["physics", "user-commands"], ...options });
}

/** Returns the names of the world's models and lights. */
export function namesIn({ runner: { world, root } }: TestSim): string[] {
  return world.childrenOf(root).map((child) => world.get(child, Name) ?? "");
}
