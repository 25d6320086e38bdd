import type { Attacker } from "../attacker.ts";

/** Attackers that ask without changing anything, as fast as they are answered. */
export const askers: readonly Attacker[] = [
  asker("asks for poses", "/pose/info", 30),
  asker("saves the world", "/generate_world_sdf", 10),
  asker("asks for the state", "/state", 10),
  asker("asks for schemas", "/orrery/schemas", 5),
  { ...asker("asks more than may wait", "/generate_world_sdf", 1200), fates: ["served", "refused"] },
];

function asker(name: string, service: string, atOnce: number): Attacker {
  return {
    name,
    role: "viewer",
    fates: ["served"],
    attack: (ground) =>
      ground.joinAgainAndAgain({ role: "viewer" }, async (client) => {
        const path = service.startsWith("/orrery/") ? service : `${ground.target.prefix}${service}`;
        await client.askOver(path, {}, atOnce);
      }),
  };
}
