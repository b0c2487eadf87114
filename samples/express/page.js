/** The page with the service's browser SDK: its integrity is read once, from the service's own list. */
export function page(baseUrl) {
  let html;
  const made = async () => {
    const { versions } = await (await fetch(`${baseUrl}/sdk/manifest.json`)).json();
    const { url, integrity } = versions.find(({ line }) => line === '0.5').global;
    return `<!doctype html>
<html lang="en">
<title>Deposit</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<script src="${url}" integrity="${integrity}" crossorigin="anonymous"></script>
<script src="/page.js" type="module" data-base="${baseUrl}"></script>
<body>
<h1>Deposit</h1>
<p>We check that you are where deposits are allowed. Your browser will ask for your location.</p>
<button id="deposit">Deposit $50</button>
<button id="face">Confirm that it is you</button>
<p role="status"></p>
</body>
</html>`;
  };
  return async (_request, response) => {
    html ??= await made();
    response
      .set({
        // As `npx standpoint embed policy --page … --script-tag` prints them.
        'content-security-policy': [
          "default-src 'self'",
          `script-src 'self' ${baseUrl}`,
          `connect-src 'self' ${baseUrl}`,
          `frame-src ${baseUrl}`,
        ].join('; '),
        'permissions-policy': `geolocation=(self), camera=(self "${baseUrl}")`,
      })
      .type('html')
      .send(html);
  };
}
