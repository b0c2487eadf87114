export const en = {
  title: 'Location check',
  confirm: {
    body:
      'Your other screen is asking for this phone’s location. Only continue if you started this ' +
      'yourself and can see the number right now.',
    place: 'Network in',
  },
  allow: {
    title: 'Share your location',
    body: '{integrator} needs to know where you are.',
    ask: 'Your browser will ask. Choose “Allow”.',
    once: 'We read your location for a few seconds, only now',
    precise: 'Keep “Precise location” on',
    window: 'It works best near a window',
    go: 'Share my location',
  },
  locating: { title: 'Finding your location', body: 'This takes a few seconds. Please keep this page open.' },
  retry: { title: 'That wasn’t quite enough', go: 'Try again' },
  done: {
    title: 'Thank you, you’re done',
    body: 'Your other screen will continue by itself. You can close this page.',
  },
  ended: {
    title: 'The check is complete',
    body: 'Your other screen shows what happens next.',
  },
  denied: {
    title: 'You were right to stop',
    body: 'Nothing was shared, and we’ve told {integrator}. You can close this page.',
  },
};
