export const en = {
  title: 'Location check',
  confirm: {
    body: 'Your other screen asks for the location of this phone. Go on only if you started this yourself and see the number right now.',
    place: 'Its network is in',
  },
  allow: {
    title: 'Share where you are',
    body: '{integrator} needs to know where you are. Your browser will ask; please choose “Allow”.',
    once: 'Your location is read once, now. You are not followed.',
    precise: 'Leave “Precise location” switched on',
    window: 'Near a window it works best',
    go: 'Share my location',
  },
  locating: { title: 'Finding your location', body: 'This takes a few seconds. Keep this page open.' },
  retry: { title: 'That was not enough yet', go: 'Try again' },
  done: {
    title: 'Thank you, that’s it',
    body: 'Your other screen goes on by itself. You can close this page.',
  },
  ended: {
    title: 'The check is done',
    body: 'Your other screen tells you how it goes on.',
  },
  denied: {
    title: 'Good that you stopped',
    body: 'Nothing was shared, and {integrator} has been told. You can close this page.',
  },
};
