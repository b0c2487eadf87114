/* global Standpoint */
const { base: baseUrl } = document.querySelector('script[data-base]').dataset;
const standpoint = Standpoint.createClient({ baseUrl });
const status = document.querySelector('[role=status]');

async function deposit() {
  const { token } = await (await fetch('/token', { method: 'POST' })).json();
  const result = await standpoint.verify(token, {
    onProgress: ({ stage }) => {
      status.textContent = `Checking: ${stage}`;
    },
  });
  if (!result.result_token) return result.reasons[0]?.remedy ?? 'Please try again.';
  const answer = await fetch('/deposit', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: result.result_token,
  });
  return (await answer.json()).accepted
    ? 'Your deposit is accepted.'
    : (result.reasons[0]?.message ?? 'Your deposit is not accepted.');
}

document.querySelector('button').addEventListener('click', async () => {
  try {
    status.textContent = await deposit();
  } catch (error) {
    status.textContent = Standpoint.isStandpointError(error) ? error.code : 'Please try again later.';
  }
});
