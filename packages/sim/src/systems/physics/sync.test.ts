import { expect, test } from "vitest";
import { builtInComponents } from "../../components/built-in.ts";
import { IsCanonical, IsModel, ModelCanonicalLink } from "../../components/identity.ts";
import { carriers } from "./sync.ts";

/** These determine which link a model's frame follows. `ReadBack` handles them; engines know no frames. */
const ofFrames = [IsModel, IsCanonical, ModelCanonicalLink];

test("[PS35] what a component declares to affect in physics is what physics looks at", () => {
  const declared = builtInComponents.filter(({ facts }) => facts.affects.some((effect) => effect !== "look"));
  const lookedAt = new Set([...carriers.flatMap(({ components }) => components), ...ofFrames]);
  expect([...lookedAt].map(({ name }) => name).sort()).toEqual(declared.map(({ name }) => name).sort());
});
