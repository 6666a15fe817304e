import { Component, type ReactNode } from "react";

/** The last net under hydration: when React fails for good, the server's page comes back instead of an empty one. */
export class ServerPage extends Component<{ html: string; onReady: () => void; children: ReactNode }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override componentDidMount() {
    this.props.onReady();
    document.documentElement.dataset.scripts = "on";
    window.dispatchEvent(new Event("shop:hydrated"));
  }

  override componentDidCatch() {
    this.props.onReady();
    navigator.sendBeacon?.("/sans-scripts");
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    // The markup is this very page's own, as the server sent it.
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it never left the document
    return <div dangerouslySetInnerHTML={{ __html: this.props.html }} />;
  }
}
