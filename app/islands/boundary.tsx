import { Component, type ReactNode } from "react";

interface Props {
  /** Before anything is taken off the page. */
  onError?: () => void;
  onFailed: () => void;
  children: ReactNode;
}

/** Takes an island off the page when it fails; the caller puts something in its place. */
export class Boundary extends Component<Props> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidCatch() {
    this.props.onFailed();
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    this.props.onError?.();
    return null;
  }
}
