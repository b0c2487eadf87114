import { Component } from 'react';

interface Props {
  source: { uri: string };
  injectedJavaScriptBeforeContentLoaded: string;
  onMessage(event: { nativeEvent: { data: string; url: string } }): void;
  onShouldStartLoadWithRequest(request: { url: string }): boolean;
  onError(event: { nativeEvent: { description: string } }): void;
}

/** What the story's WebView does in the browser: another page, which it opens, drives and closes. */
interface WebViewDriver {
  openWebView(id: string, uri: string, script: string): void;
  runInWebView(id: string, script: string): void;
  closeWebView(id: string): void;
}

declare global {
  interface Window extends WebViewDriver {
    webViews: Map<string, Props>;
  }
}
window.webViews = new Map();

/** A WebView whose page is another page of the same browser: a top-level one, as in an app. */
export class WebView extends Component<Props> {
  id = crypto.randomUUID();
  mounted = false;
  shown = false;

  override componentDidMount(): void {
    this.mounted = true;
    this.settle();
  }

  override componentWillUnmount(): void {
    this.mounted = false;
    this.settle();
  }

  /** StrictMode mounts, unmounts and mounts again at once: the page follows what is left a moment later. */
  settle(): void {
    Promise.resolve().then(() => {
      if (this.mounted === this.shown) return;
      this.shown = this.mounted;
      if (!this.shown) {
        window.webViews.delete(this.id);
        window.closeWebView(this.id);
        return;
      }
      window.webViews.set(this.id, this.props);
      window.openWebView(this.id, this.props.source.uri, this.props.injectedJavaScriptBeforeContentLoaded);
    });
  }

  injectJavaScript(script: string): void {
    window.runInWebView(this.id, script);
  }

  override render() {
    return null;
  }
}
