// Redeems the one-time code in the fragment and shows what the first start made.
const state = document.getElementById('state');
const code = location.hash.slice(1);
history.replaceState(null, '', location.pathname);

async function redeem() {
  const response = await fetch('/setup', { method: 'POST', headers: { authorization: `Bearer ${code}` } });
  const { message, data } = await response.json();
  if (!response.ok) {
    state.textContent = message;
    return;
  }
  for (const name of ['organization', 'workflow', 'key'])
    document.getElementById(name).textContent = data[name] ?? 'none here';
  document.getElementById('facts').hidden = false;
  state.textContent = 'This installation is ready. The link is used up now.';
}

if (code)
  redeem().catch(
    () => (state.textContent = 'The service cannot be reached. Reload with the link to try again.'),
  );
else state.textContent = 'Open the link that the start of the service prints; it holds a one-time code.';
