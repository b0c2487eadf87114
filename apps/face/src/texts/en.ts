export const en = {
  page_title: 'Identity check',
  test_mode: 'Test mode',
  language: 'Language',
  cancel: 'Cancel',
  step_of: 'Step {n} of {total}',
  offline: 'You seem to be offline. This page goes on by itself when the connection is back.',

  loading: { title: 'One moment', body: 'Getting your check ready …' },

  landing: {
    title: 'Continue on this phone',
    body: 'You have opened a link to do an identity check on this phone.',
    warning: 'Go on only if you have just scanned the code or opened the link from your own screen.',
    go: 'Continue',
    not_me: 'This wasn’t me',
  },

  confirm: {
    title: 'Is this your check?',
    body: 'Please make sure that these details are right.',
    who: 'Asked by',
    what: 'For',
    device: 'Started on',
    when: 'Started at',
    customer: 'Account',
    number_label: 'Number on your other screen',
    number_hint: 'Two digits. They are shown where you scanned the code.',
    number_missing: 'Please type the two digits.',
    go: 'Continue',
    not_me: 'This wasn’t me',
  },

  pairing: {
    title: 'Point this phone at your other screen',
    body: 'A moving code is shown there. Reading it with the back camera helps to show that both devices are with you.',
    stays:
      'The camera’s picture stays on this phone. The check itself needs the camera too, so please allow it.',
    needed: 'The check itself needs the camera too.',
    go: 'Open the camera',
    skip: 'Go on without',
    reading_title: 'Point the camera at the moving code',
    preview: 'Picture of the back camera',
    looking: 'Looking for the code …',
    seen: 'There it is. Hold the phone still …',
    blind: 'You don’t need it for this step: you can simply go on without the moving code.',
  },

  consent: {
    title: 'Confirm that it’s you',
    intro: '{integrator} asks for a short check of your face. It takes about a minute.',
    purpose: 'What it is for: {purpose}',
    points: {
      camera: 'Your camera takes a few pictures while you follow simple instructions.',
      use: 'They are used to see that you are a real person and that it is really you.',
    },
    text: 'By choosing “I agree” you allow {integrator} to process pictures of your face for this check. You can stop at any time.',
    agree: 'I agree',
    decline: 'I don’t agree',
    read: 'What you agree to',
  },

  primer: {
    title: 'Get ready for the camera',
    body: 'Your browser will ask if this page may use your camera. Please choose “Allow”.',
    tips: {
      light: 'Find a place with light on your face',
      face: 'Take off hats and sunglasses',
      hold: 'Hold the device at eye level',
    },
    go: 'Open the camera',
    here: 'Use this device',
    phone: 'Continue on your phone',
  },

  opening: {
    title: 'Please allow the camera',
    body: 'Your browser is asking. Choose “Allow” to go on.',
  },

  ready: {
    title: 'Place your face in the oval',
    body: 'When you are ready, press the button and follow the instructions. It takes about 15 seconds.',
    go: 'Start',
    flash:
      'The screen may flash in bright colours. If flashing light is a problem for you, switch it off here.',
    options: 'Need another way?',
    no_flash: 'Without flashing colours',
    no_head_motion: 'Without moving my head',
    audio: 'More time for each instruction',
    preview: 'Picture of your camera',
  },

  hints: {
    face_not_present: 'Your face is not in the picture',
    multiple_faces: 'Please be alone in the picture',
    brightness_too_low: 'It’s too dark. Turn towards a light',
    brightness_too_high: 'It’s too bright. Turn away from the strong light',
    back_light: 'The light is behind you. Turn around, towards it',
    face_too_close: 'Move back a little',
    face_too_far: 'Come a little closer',
    face_centering: 'Move your face into the middle',
    face_occluded: 'Uncover your face, please',
    head_tilted: 'Hold your head straight and look ahead',
    eyes_closed: 'Open your eyes, please',
    sharpness_too_low: 'The picture is blurred. Hold still, or wipe the lens',
    hold_still: 'Hold still',
    well: 'That’s good',
    recognised: 'Recognised',
  },

  senses: {
    usual: 'The usual way',
    speech: 'Read instructions aloud',
    speech_on: 'Instructions are read aloud.',
    no_voice: 'This device has no voice for this language.',
    tones: 'Play sounds',
    vibration: 'Vibrate',
  },

  capture: {
    title: 'Follow the instructions',
    wait: 'Get ready …',
    hold: 'Hold it there',
    steps: {
      front: 'Look straight ahead',
      turn_left: 'Turn your head to your left',
      turn_right: 'Turn your head to your right',
      tilt_left: 'Tilt your head to your left shoulder',
      tilt_right: 'Tilt your head to your right shoulder',
      smile: 'Smile, please',
      mouth_open: 'Open your mouth a little',
      approach: 'Come a little closer',
      recede: 'Move back a little',
      other: 'Hold still and look at the camera',
    },
  },

  uploading: {
    title: 'Sending your pictures',
    body: 'Please keep this page open.',
    progress: '{percent} sent',
    slow: 'Your connection is slow. Please keep this page open; it goes on by itself.',
    arrived: 'Sent. Waiting for the answer …',
  },

  processing: {
    title: 'Checking',
    body: 'This usually takes a few seconds.',
    longer: 'Still checking. You don’t have to do anything.',
    slow: 'This takes longer than usual. Your pictures have arrived safely, so you can simply wait.',
  },

  retention: {
    frames: {
      one: 'Your pictures are encrypted and deleted after {n} day.',
      other: 'Your pictures are encrypted and deleted after {n} days.',
    },
    frames_none: 'Your pictures are encrypted and deleted as soon as your check is decided.',
    template: {
      one: 'If you pass, an encrypted pattern of your face is kept for {n} day.',
      other: 'If you pass, an encrypted pattern of your face is kept for {n} days.',
    },
    template_none: 'No pattern of your face is kept.',
  },

  retry: {
    title: 'Let’s try that again',
    go: 'Try again',
    left: { one: '{n} attempt left', other: '{n} attempts left' },
    reasons: {
      too_dark: 'It was too dark. Turn towards a window or a lamp.',
      too_bright: 'It was too bright. Keep strong light out of the picture.',
      blurred: 'The pictures were blurred. Hold the device still, and wipe the lens if need be.',
      no_face: 'We could not see your face. Keep it inside the oval.',
      several_faces: 'There was more than one face in the picture. Please be alone in front of the camera.',
      face_too_small: 'You were too far away. Come a little closer.',
      face_too_large: 'You were too close. Move back a little.',
      face_cut_off: 'Part of your face was outside the picture. Keep it inside the oval.',
      face_covered: 'Something covered your face. Please take off masks, hats and sunglasses.',
      processing_timeout: 'Checking took too long on our side. That was not your fault.',
      other: 'It did not work this time. Good light and a steady hand help.',
    },
  },

  result: {
    approved: { title: 'All done', body: 'Thank you, your check is complete.' },
    declined: {
      title: 'We could not confirm it’s you',
      body: 'Please contact {integrator}: they can tell you how to go on.',
    },
    review: {
      title: 'Thank you',
      body: 'A person will look at your check. {integrator} will let you know.',
    },
    status: {
      title: 'Thank you, that’s it',
      body: 'Your pictures have arrived. {integrator} will go on from here.',
    },
    phone: 'You can close this page and go back to your other device.',
    close: 'You can close this page now.',
    back: 'Continue',
    receipt: 'Receipt number',
    receipt_hint: 'Tell {integrator} this number if you have a question.',
    copy: 'Copy',
    copied: 'Copied',
    support: 'Contact {integrator}',
  },

  handoff: {
    title: 'Continue on your phone',
    body: 'Open your phone’s camera and point it at this code.',
    qr_label: 'QR code that opens this check on your phone',
    making: 'Making a code …',
    fresh: 'A new code comes in {time}. Keep this page open.',
    use_link: 'Send yourself a link instead',
    use_qr: 'Show the QR code instead',
    link_title: 'Open this link on your phone',
    link_body: 'It works once. Send it only to yourself, and keep this page open.',
    link_left: 'This link works for another {time}.',
    link_over: 'This link has run out.',
    link_again: 'Make a new link',
    link_label: 'Link for your phone',
    copy: 'Copy the link',
    copied: 'Copied',
    waiting: 'Waiting for your phone',
    here: 'Use this device instead',
    connected_title: 'Type this number on your phone',
    connected: 'Your phone is connected: {device}',
    connected_unknown: 'Your phone is connected',
    not_yours: 'Is this not your phone? Then do not tell anybody the number, and stop it here.',
    used_twice:
      'Somebody else has tried to use the same code. If you do not know the phone that is connected, stop it here.',
    number_label: 'The number is {number}',
    capturing_title: 'Go on with your phone',
    capturing: 'Your phone is doing the check. This page goes on by itself when it has finished.',
    pairing_title: 'Point your phone at this code',
    pairing:
      'Press “Open the camera” on your phone, and hold it so that the whole code is in the picture. The code keeps changing.',
    pairing_label:
      'Here is a moving code for the camera of your phone. It changes all the time and can only be read by a camera. You can go on without it on your phone.',
    cancel: 'Stop on the phone and use this device',
    aborted_title: 'The phone was not connected',
    aborted: 'The number was wrong, or it took too long.',
    aborted_number:
      'The number that was typed on the phone was wrong. If that wasn’t you, somebody else has opened your code: show a new one, and let nobody see it.',
    aborted_time: 'Nobody typed the number in time.',
    again: 'Show a new code',
    other_phone: 'Use another phone',
  },

  leave: {
    title: 'Do you want to stop?',
    body: 'Your check is not finished. If you stop now, you will have to start again.',
    stay: 'Go on with the check',
    stop: 'Stop',
  },

  ended: {
    expired: {
      title: 'Time is up',
      body: 'This check is no longer open. Please go back to {integrator} and start it again.',
    },
    canceled: {
      title: 'Check stopped',
      body: 'Nothing more happens here. You can start again from {integrator}.',
    },
    failed: {
      title: 'That didn’t work',
      body: 'The check could not be finished. Please start it again from {integrator}.',
    },
    consent_declined: {
      title: 'No pictures were taken',
      body: 'You did not agree, so the camera stayed off. {integrator} can tell you about other ways.',
    },
    denied: {
      title: 'Thank you for telling us',
      body: 'No pictures were taken. If the check was still open, it is stopped now, and reported. You can close this page.',
    },
    denied_on_phone: {
      title: 'Stopped on the phone',
      body: 'Whoever opened the code said that this is not their check, so it was stopped and reported. If that was a mistake, start again from {integrator}.',
    },
    close: 'Close this page',
    the_site: 'the site that sent you',
  },

  ways: {
    camera: 'Try again',
    phone: 'Continue on your phone',
    other_device: 'Continue on another device',
    reload: 'Try again',
    upload: 'Send again',
    new_tab: 'Open in a new tab',
    here: 'Use this device',
    leave: 'Stop the check',
    browser: 'Open in your browser',
    copy: 'Copy the link',
    copied: 'Copied. Paste it into the address bar of your browser.',
    link: 'Link to this check',
    camera_choice: 'Camera',
    camera_n: 'Camera {n}',
  },

  remedies: {
    chromium_desktop:
      'Click the symbol to the left of the address, switch the camera on and try again. If it is on already, allow the camera for your browser in the privacy settings of your computer.',
    chrome_android:
      'Tap the symbol to the left of the address, then “Permissions”, allow the camera and try again. If it is not listed, allow the camera for your browser in the phone’s settings under “Apps”.',
    samsung:
      'Tap the lock beside the address, then “Permissions”, allow the camera and try again. Otherwise: phone settings → “Apps” → Samsung Internet → “Permissions” → “Camera”.',
    safari_ios:
      'Tap the page symbol beside the address, then “Website Settings” (or the three dots first), and choose “Allow” for the camera. Then load the page again.',
    other_ios:
      'Open the iPhone’s Settings, choose your browser in the list of apps, switch the camera on and come back to this page.',
    safari_macos:
      'In the menu bar choose Safari → “Settings for This Website”, set the camera to “Allow” and try again.',
    firefox:
      'Click or tap the crossed-out camera (or the lock) beside the address, remove the block and try again.',
    other: 'Look for a camera or lock symbol beside the address, allow the camera there and try again.',
    busy_phone:
      'Close other apps that use the camera, such as video calls. If that does not help, restart your phone.',
    busy_computer:
      'End video calls and close other tabs and programs that use the camera. If that does not help, unplug the camera and plug it in again, or restart your browser.',
    light: 'More light can help: in the dark, cameras take fewer pictures.',
  },

  problems: {
    camera_permission_denied: {
      title: 'The camera is blocked',
      body: 'Your browser keeps the camera off for this page.',
    },
    camera_permission_dismissed: {
      title: 'We still need your permission',
      body: 'The question about the camera was closed. Try again and choose “Allow”.',
    },
    camera_policy_blocked: {
      title: 'This page may not use the camera here',
      body: 'The site around this page does not let the camera through. Only its operator can change that.',
    },
    camera_insecure_context: {
      title: 'The camera needs a secure page',
      body: 'This page was not opened over a secure connection, so the browser keeps the camera off.',
    },
    camera_not_found: {
      title: 'No camera found',
      body: 'Connect a camera and try again, or continue on a phone.',
    },
    camera_in_use: {
      title: 'The camera is busy',
      body: 'Another program or tab is using the camera.',
    },
    camera_overconstrained: {
      title: 'This camera does not fit',
      body: 'The camera cannot deliver a picture that we can use.',
    },
    camera_low_spec: {
      title: 'This camera is too weak',
      body: 'Its pictures are too small or come too slowly for the check. Another camera or device will do better.',
    },
    camera_interrupted: {
      title: 'The camera was interrupted',
      body: 'A call, another app or a switch to another page stopped the camera.',
    },
    webview_no_camera: {
      title: 'This app does not let us use the camera',
      body: 'The app that shows this page keeps the camera to itself. Open the page in your browser, for example Safari or Chrome.',
    },
    unsupported_browser: {
      title: 'Your browser is too old for this check',
      body: 'Please update it, or continue on another device.',
    },
    connection_lost: {
      title: 'No connection',
      body: 'We could not reach the service. Check your internet connection and try again.',
    },
    upload_lost: {
      title: 'Your pictures did not arrive',
      body: 'The connection broke off. They are still here; you can send them again.',
    },
    service_unavailable: {
      title: 'We’ll be right back',
      body: 'The service cannot answer at the moment. Please try again in a minute.',
    },
    too_many_requests: {
      title: 'A little slower, please',
      body: 'There were too many tries. Wait a moment and try again.',
    },
    token_expired: {
      title: 'Time is up',
      body: 'This check was open for too long. Please go back to where you came from and start it again.',
    },
    link_invalid: {
      title: 'This link does not work',
      body: 'It is incomplete or out of date. Please go back to where you came from and open it again.',
    },
    other_device_active: {
      title: 'The check is open elsewhere',
      body: 'Another device or browser has taken over. Go on there.',
    },
    attempt_open: {
      title: 'Another try is still open',
      body: 'It closes by itself within a minute and a half. Please wait a moment and try again.',
    },
    attempt_expired: {
      title: 'That took a little long',
      body: 'There are 90 seconds for each try. Take a breath and try again; this one did not count.',
    },
    attempt_refused: {
      title: 'The pictures could not be used',
      body: 'Something went wrong while taking them. Please try again.',
    },
    attempts_exhausted: {
      title: 'No attempts left',
      body: 'All attempts of this check were used.',
    },
    processing_slow: {
      title: 'This takes longer than usual',
      body: 'Your pictures have arrived safely. Look again in a moment.',
    },
    idle: { title: 'Are you still there?', body: 'We switched the camera off while you were away.' },
    code_expired: {
      title: 'This code has run out',
      body: 'Codes live only for a short time. Please scan the one that your other screen shows now.',
    },
    code_used: {
      title: 'This code was already used',
      body: 'A code works only once. If that wasn’t you, stop the check on your other screen.',
    },
    code_unknown: {
      title: 'We don’t know this code',
      body: 'Please scan the code on your other screen again.',
    },
    code_needs_page: { title: 'Please open the link yourself', body: 'The code was not used. Try again.' },
    handoff_wrong_number: {
      title: 'The number was not right',
      body: 'For your safety this phone was disconnected. Ask for a new code on your other screen.',
    },
    handoff_timed_out: {
      title: 'This phone was disconnected',
      body: 'It was not confirmed in time. Ask for a new code on your other screen.',
    },
    handoff_revoked: {
      title: 'The check goes on elsewhere',
      body: 'It was taken back on your other screen. You can close this page.',
    },
    handoff_not_allowed: {
      title: 'A phone cannot take over any more',
      body: 'Please go on with this device.',
    },
    internal: { title: 'Something went wrong', body: 'That was not your fault. Please try again.' },
  },
};
