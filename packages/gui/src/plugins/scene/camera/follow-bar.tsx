import { scopedName, type World } from "@orrery/sim";
import { Car, Locate, LocateOff, Orbit, X } from "lucide-react";
import { useMirror, useValue } from "../../../shell/hooks.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { tip } from "../../../ui/tip.ts";
import type { Following, FollowMode } from "./camera-follow.ts";
import type { OpenScene } from "../scene-session.ts";

/** Shows what the camera follows and how, with controls to change or stop it. */
export function FollowBar({ scene }: { readonly scene: OpenScene }) {
  const { follow } = scene.camera;
  const following = useValue(follow.following);
  const name = useMirror(({ mirror }) => nameOf(mirror.world, following));
  if (following === undefined) return null;
  const isThere = name !== undefined;
  return (
    <div className="follow-bar" role="group" aria-label="Following">
      {isThere ? <Locate /> : <LocateOff />}
      <span role="status" className="follow-name">
        {isThere ? `Following ${name}` : "The followed thing does not exist at this time"}
      </span>
      {MODES.map(({ mode, title, words, icon: Icon }) => (
        <button
          key={mode}
          type="button"
          className="text bar-switch"
          aria-pressed={following.mode === mode}
          disabled={!isThere}
          {...tip(words)}
          onClick={() => follow.follow(following.entity, mode)}
        >
          <Icon />
          {title}
        </button>
      ))}
      <IconButton icon={X} title="Stop following" keys="Escape" isPlain onClick={() => follow.stop()} />
    </div>
  );
}

const MODES: readonly { mode: FollowMode; title: string; words: string; icon: typeof Orbit }[] = [
  { mode: "orbit", title: "Orbit", words: "Keep looking from the same side", icon: Orbit },
  { mode: "chase", title: "Chase", words: "Stay behind it, whichever way it turns", icon: Car },
];

function nameOf(world: World, following: Following | undefined): string | undefined {
  return following !== undefined && world.exists(following.entity) ? scopedName(world, following.entity) : undefined;
}
