import type { LoadProgress } from "@orrery/sim/host";
import { useEffect, useState } from "react";
import { useApp, useValue } from "./hooks.ts";

/** Shows that there is no connection, why, and when the next attempt will be. The scene stays visible. */
export function ConnectionBar() {
  const { session, questions } = useApp();
  const enterToken = async (): Promise<void> => {
    const token = await questions.ask({ title: "This server requires a token", label: "Token", action: "Connect" });
    if (token === undefined) return;
    // Built like an address with a token; the page removes the token from it.
    const url = new URL(location.href);
    url.searchParams.set("token", token);
    location.href = url.href;
  };
  const state = useValue(session.state);
  if (state.kind === "connected") return null;
  if (state.kind === "connecting") {
    if (state.loading !== undefined) return <LoadingBar progress={state.loading} />;
    return (
      <div className="connection-bar" role="status">
        {session.kind === "server" ? `Connecting to ${session.place}…` : `Loading ${session.place}…`}
      </div>
    );
  }
  return (
    <div className="connection-bar lost" role="alert">
      <span>
        {session.kind === "server" ? `No connection to ${session.place}` : `${session.place} is not running`}:{" "}
        {state.reason}
      </span>
      {state.retryAtMs !== undefined && <CountDown untilMs={state.retryAtMs} />}
      {state.wantsToken && (
        <button type="button" className="text primary" onClick={() => void enterToken()}>
          Enter a token…
        </button>
      )}
      <button type="button" className="text" onClick={() => void session.connect()}>
        {session.kind === "server" ? "Try now" : "Reload"}
      </button>
    </div>
  );
}

function LoadingBar({ progress: { stage, done, total } }: { readonly progress: LoadProgress }) {
  return (
    <div className="connection-bar" role="status">
      <span>
        The server is loading its world: {STAGES[stage]}
        {total > 0 && `, ${done} of ${total}`}
      </span>
      <progress aria-label="Loading" {...(total > 0 && { value: done, max: total })} />
    </div>
  );
}

const STAGES: Readonly<Record<LoadProgress["stage"], string>> = {
  files: "reading files",
  meshes: "reading meshes",
  systems: "starting physics and systems",
};

function CountDown({ untilMs }: { readonly untilMs: number }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), 200);
    return () => clearInterval(timer);
  }, []);
  return <span className="muted">next try in {Math.max(0, Math.ceil((untilMs - now) / 1000))} s</span>;
}
