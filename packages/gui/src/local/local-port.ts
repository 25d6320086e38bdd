import type { Port } from "@orrery/sim/host";

/** Returns a browser's port as the transport wants it. */
export function localPort(port: MessagePort): Port {
  return {
    postMessage: (value, transfer = []) => port.postMessage(value, [...transfer]),
    close: () => port.close(),
  };
}
