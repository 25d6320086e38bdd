import type { Port } from "@orrery/sim/host";

/** Adapts a browser's port to the transport. */
export function localPort(port: MessagePort): Port {
  return {
    postMessage: (value, transfer = []) => port.postMessage(value, [...transfer]),
    close: () => port.close(),
  };
}
