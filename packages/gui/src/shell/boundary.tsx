import { Component, type ReactNode } from "react";

/** Hides a part that throws while rendering, and reports the error. */
export class Boundary extends Component<{ readonly children: ReactNode; readonly onError: (error: unknown) => void }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render() {
    return this.state.failed ? null : this.props.children;
  }
}
