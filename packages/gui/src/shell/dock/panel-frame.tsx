import { Boundary } from "../boundary.tsx";
import { useApp } from "../hooks.ts";
import type { LoadedPlugin } from "../plugins/plugin-host.ts";

/** One plugin's panel. What it throws is shown here, and nothing else breaks. */
export function PanelFrame({ id, loaded }: { readonly id: string; readonly loaded: LoadedPlugin | undefined }) {
  const { plugins } = useApp();
  if (loaded === undefined) {
    return <div className="empty-state">This panel belongs to the plugin “{id}”, which is not loaded.</div>;
  }
  const { View } = loaded.plugin;
  if (loaded.failure !== undefined) {
    return (
      <Failure
        title={loaded.plugin.title}
        text={loaded.failure}
        retry={() => plugins.load(loaded.plugin, loaded.origin)}
      />
    );
  }
  if (View === undefined) return <div className="empty-state">This plugin has no panel.</div>;
  return (
    <Boundary onError={(error) => plugins.fail(id, error)}>
      <div className={`panel panel-${id}`}>
        <h2 className="visually-hidden">{loaded.plugin.title}</h2>
        <View />
      </div>
    </Boundary>
  );
}

function Failure({
  title,
  text,
  retry,
}: {
  readonly title: string;
  readonly text: string;
  readonly retry: () => void;
}) {
  const [first, ...rest] = text.split("\n");
  return (
    <div className="panel-failure" role="alert">
      <h2>{title} has failed</h2>
      <p>{first}</p>
      {rest.length > 0 && (
        <details>
          <summary>Where</summary>
          <pre>{rest.join("\n")}</pre>
        </details>
      )}
      <button type="button" className="text" onClick={retry}>
        Load again
      </button>
    </div>
  );
}
