import type { Config } from '../../config.ts';
import { html } from '../html.ts';
import type { Page } from '../page.ts';
import { OUTCOMES, type Outcome } from './sandbox-outcomes.ts';

const TITLES = { geolocation: 'Geolocation', face: 'Face verification' } as const;

const row = ({ customer_id, outcome }: Outcome) =>
  html`<tr id="${customer_id}"><th scope="row"><code>${customer_id}</code></th><td>${outcome}</td></tr>`;

const outcomes = (area: Outcome['area']) => html`<section class="area" id="${area}"><h2>${TITLES[area]}</h2>
<div class="scroll" role="group" aria-label="${TITLES[area]} outcomes" tabindex="0"><table class="fields">
<thead><tr><th scope="col"><code>customer_id</code> begins with</th><th scope="col">Outcome</th></tr></thead>
<tbody>${OUTCOMES.filter((outcome) => outcome.area === area).map(row)}</tbody></table></div></section>`;

/** How to try everything without a real person in a real place. */
export const sandboxPage = ({ base_url, sandbox_base_url }: Config): Page => ({
  title: 'Sandbox · Standpoint',
  description: 'The sandbox of Standpoint: separate data, fixed outcomes.',
  path: '/docs/sandbox',
  body: html`<h1>Sandbox</h1>
<p class="lead">The same service with separate data. Keys that begin with <code>sp_test_</code> or
<code>sr_test_</code> belong to it. Its answers have
<code>"livemode": false</code> and its tokens <code>env: "sandbox"</code>.</p>
<p>Address: <code dir="ltr">${sandbox_base_url}</code>; sandbox keys work at
<code dir="ltr">${base_url}</code> as well. A live key at the sandbox address can only create sandbox tokens.</p>
<p>A customer whose id begins with one of these words has a fixed outcome, so that you can test every answer.
Any other id runs the real checks. In production, such an id is an ordinary customer. The same list as JSON:
<a href="/sandbox/outcomes"><code>/sandbox/outcomes</code></a>.</p>
${outcomes('geolocation')}
${outcomes('face')}
<p>Where the first submit has a fixed outcome, no picture is judged, so a capture may repeat the pictures of an
earlier one. The camera of <code>--use-fake-device-for-media-stream</code> in Chrome is enough for your automated
tests. Every other capture is refused when it contains a picture that was submitted before.</p>
<p>A test without a camera ends the session that its page has opened:
<code>POST /facecheck/session/{session_id}/simulate</code> with a results key of the sandbox, for any customer.</p>`,
});
