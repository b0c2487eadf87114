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

async function checkFace() {
  const face = standpoint.face({
    token: async () => (await (await fetch('/face/token', { method: 'POST' })).json()).token,
    title: 'Confirm that it is you',
  });
  face.open();
  const { outcome } = await face.result;
  // A hint for this page. Your backend learns the result from a webhook.
  return outcome === 'complete' ? 'Thank you. We are checking it.' : 'You can do this later.';
}

const shown = (work) => async () => {
  try {
    status.textContent = await work();
  } catch (error) {
    status.textContent = Standpoint.isStandpointError(error) ? error.message : 'Please try again later.';
  }
};
document.querySelector('#deposit').addEventListener('click', shown(deposit));
document.querySelector('#face').addEventListener('click', shown(checkFace));
