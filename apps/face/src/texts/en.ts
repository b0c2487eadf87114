export const en = {
  page_title: 'Identity check',
  test_mode: 'Test',
  language: 'Language',
  cancel: 'Stop the check',
  step_of: 'Step {n} of {total}',
  offline: 'You’re offline. This page continues by itself as soon as you’re connected again.',
  loading: {
    title: 'One moment',
    body: 'Getting your check ready …',
  },
  declined_before:
    'A person reviewed your last check and declined it. You can try again now. If you think this is ' +
    'a mistake, please contact {integrator}.',
  landing: {
    title: 'Continue on this phone?',
    warning:
      'Only if you’ve just scanned the code on your own screen or opened your own link. If another ' +
      'person sent it to you, don’t continue.',
    go: 'Continue',
    not_me: 'This wasn’t me',
  },
  confirm: {
    title: 'Is this your check?',
    who: 'Asked by',
    what: 'For',
    device: 'Started on',
    when: 'Started at',
    customer: 'Account',
    number_label: 'Number on your other screen',
    number_hint: 'Type the number on your other screen.',
    number_missing: 'Please enter the two digits.',
    go: 'Continue',
    not_me: 'This wasn’t me',
  },
  pairing: {
    title: 'Point this phone at your other screen',
    body:
      'It shows a moving code. Scanning it with the back camera helps confirm that you have both ' +
      'devices with you.',
    stays:
      'The camera picture stays on this phone. The check itself needs the camera too, so please ' +
      'allow it.',
    needed: 'The check itself needs the camera too.',
    go: 'Open the camera',
    skip: 'Continue without it',
    reading_title: 'Point the camera at the moving code',
    preview: 'Back camera view',
    looking: 'Looking for the code …',
    seen: 'Found it. Hold the phone still …',
    blind: 'You don’t need it for this step: you can continue without the moving code.',
  },
  consent: {
    title: 'Let’s make sure it’s you',
    intro: '{integrator} takes a quick look at your face with the camera.',
    details: 'How we use your pictures',
    close: 'Got it',
    agree: 'I agree',
    decline: 'I don’t agree',
    time: 'About {seconds} seconds',
    movements: {
      one: '{n} small movement',
      other: '{n} small movements',
    },
  },
  withdraw: {
    link: 'Withdraw my consent',
    title: 'Withdraw your consent?',
    body:
      'The check stops, and your pictures, face template and prints are deleted. What {integrator} ' +
      'has already decided stays.',
    go: 'Withdraw and delete',
    back: 'Keep my consent',
    failed:
      'This page can’t do that any more. Please contact {integrator}: they can withdraw your consent ' +
      'at any time.',
  },
  primer: {
    title: 'Get ready for the camera',
    body: 'Your browser will ask for the camera. Choose “Allow”.',
    light: 'Soft colours light your face for about 3 seconds.',
    unlit: 'No colours will appear. Movements take their place.',
    relight: 'With colours',
    tips: {
      light: 'Light on your face',
      face: 'No hat or sunglasses',
      hold: 'Camera at eye level',
    },
    go: 'Open the camera',
    here: 'Use this device',
    phone: 'Continue on your phone',
    follow: 'Just follow the head.',
    look: 'Just look straight at the camera.',
    time: 'It takes about {seconds} seconds.',
  },
  opening: {
    title: 'Please allow the camera',
    body: 'Your browser is asking for it. Choose “Allow” to continue.',
  },
  ready: {
    title: 'Place your face in the oval',
    body: 'It starts by itself as soon as your face is in place.',
    go: 'Start',
    flash:
      'Soft colours may light up your face for a moment. They change gently, and nothing flickers. ' +
      'If you’re sensitive to light, you can do without.',
    options: 'Need another way?',
    no_flash: 'Without colours',
    no_head_motion: 'Without moving my head',
    audio: 'More time',
    preview: 'Camera view',
    choose: 'Choose what suits you',
    chosen: 'Done',
  },
  hints: {
    face_not_present: 'We can’t see your face yet',
    multiple_faces: 'Just you in the picture, please',
    brightness_too_low: 'Too dark. Turn towards a light',
    brightness_too_high: 'Too bright. Turn away from the light',
    back_light: 'The light is behind you. Turn around',
    grainy: 'The picture is grainy. Find more light',
    face_too_close: 'A little too close. Move back',
    face_too_far: 'A little too far. Come closer',
    face_centering: 'Move into the middle',
    face_occluded: 'Please uncover your face',
    turned_too_far: 'That’s enough. Turn back a little',
    head_tilted: 'Keep your head straight',
    eyes_closed: 'Open your eyes',
    sharpness_too_low: 'Hold still, or wipe the lens',
    hold_still: 'Hold still',
    well: 'Perfect, hold still',
    recognised: 'Got it',
  },
  senses: {
    usual: 'Standard',
    speech: 'Read instructions aloud',
    speech_on: 'Instructions are read aloud.',
    no_voice: 'This device can’t read this language aloud.',
    tones: 'Play sounds',
    vibration: 'Vibrate',
  },
  capture: {
    title: 'Follow the instructions',
    wait: 'Get ready …',
    hold: 'Hold it there',
    steps: {
      front: 'Look straight ahead',
      turn_left: 'Turn slowly to your left',
      turn_right: 'Turn slowly to your right',
      tilt_left: 'Tilt your head to your left shoulder',
      tilt_right: 'Tilt your head to your right shoulder',
      smile: 'Give us a smile',
      mouth_open: 'Open your mouth a little',
      approach: 'Come a little closer',
      recede: 'Move back a little',
      other: 'Hold still and look at the camera',
    },
    enough: 'That’s enough',
    back: 'Now look straight ahead',
    middle: 'And back to the middle',
    lamp: 'It’s dark here, so we lit the screen',
    colours: 'Soft colours for a moment',
    colours_next: 'Soft colours come next',
    colours_said: 'Hold still while soft colours light your face',
  },
  uploading: {
    title: 'Sending your pictures',
    body: 'Please keep this page open.',
    progress: '{percent} sent',
    slow: 'Your connection is slow. Please keep this page open. It will continue by itself.',
    arrived: 'Sent. Waiting for a reply …',
  },
  processing: {
    title: 'Just a moment',
    body: 'We’re checking your pictures. This usually takes a few seconds.',
    longer: 'Still checking. You don’t have to do anything.',
    slow: 'This is taking longer than usual. Your pictures have arrived, so you can simply wait.',
  },
  retention: {
    frames: {
      one: 'Your pictures are encrypted and deleted after {n} day.',
      other: 'Your pictures are encrypted and deleted after {n} days.',
    },
    frames_none: 'Your pictures are encrypted and deleted as soon as your check is decided.',
    template: {
      one: 'If you pass, an encrypted face template is kept for {n} day.',
      other: 'If you pass, an encrypted face template is kept for {n} days.',
    },
    template_none: 'No face template is kept.',
  },
  retry: {
    title: 'Let’s try that again',
    go: 'Try again',
    left: {
      one: '{n} try left',
      other: '{n} tries left',
    },
    reasons: {
      too_dark: 'It was too dark\nTurn towards a window or a lamp.',
      too_bright: 'It was too bright\nMove out of the strong light.',
      blurred: 'The pictures were blurred\nHold still, and wipe the lens if you need to.',
      no_face: 'We couldn’t see your face\nKeep it inside the oval.',
      several_faces: 'There was someone else in the picture\nMake sure you’re alone in it.',
      face_too_small: 'You were too far away\nCome a little closer.',
      face_too_large: 'You were too close\nMove back a little.',
      face_cut_off: 'Part of your face was outside the picture\nKeep it inside the oval.',
      face_covered: 'Something covered your face\nPlease take off masks, hats and sunglasses.',
      grainy:
        'There wasn’t enough light, so the pictures were grainy\nSwitch on a lamp or sit facing a ' +
        'window.',
      turned_too_far: 'You turned your head too far\nA small turn to the side is enough.',
      processing_timeout: 'Our check took too long\nThat was our fault, not yours.',
      other: 'That didn’t work\nGood light and a steady hand help.',
    },
  },
  result: {
    approved: {
      title: 'That’s you. All done!',
      body: 'Thank you. You can carry on at {integrator}.',
    },
    declined: {
      title: 'We couldn’t confirm it’s you',
      body:
        'This can happen, and it doesn’t mean you did anything wrong. {integrator} can help you ' +
        'another way.',
    },
    review: {
      title: 'Thank you, we have everything',
      body:
        'Someone at {integrator} will take a closer look. They’ll let you know, so there’s nothing ' +
        'more to do now.',
    },
    status: {
      title: 'Thank you, you’re done',
      body: 'Your pictures have arrived. {integrator} will take it from here.',
    },
    phone: 'You can close this page and return to your other device.',
    close: 'You can close this page now.',
    back: 'Back to {integrator}',
    receipt: 'Reference',
    copy: 'Copy',
    copied: 'Copied',
    support: 'Contact {integrator}',
  },
  handoff: {
    title: 'Continue on your phone',
    body: 'Its camera is the best one for this.',
    qr_label: 'QR code that opens this check on your phone',
    making: 'Creating a code …',
    fresh: 'New code in {time}. Keep this page open.',
    use_link: 'Send yourself a link instead',
    use_qr: 'Show the QR code instead',
    link_title: 'Open this link on your phone',
    link_body: 'It works once. Send it only to yourself and keep this page open.',
    link_left: 'This link expires in {time}.',
    link_over: 'This link has expired.',
    link_again: 'Create a new link',
    link_label: 'Link for your phone',
    copy: 'Copy the link',
    copied: 'Copied',
    waiting: 'Waiting for your phone',
    here: 'Use this device’s camera',
    connected_title: 'Type this number on your phone',
    connected: 'Your phone is connected: {device}',
    connected_unknown: 'Your phone is connected',
    not_yours: 'Not your phone? Don’t share the number, and stop it here.',
    used_twice:
      'Someone else tried to use the same code. If you don’t recognise the connected phone, stop it ' +
      'here.',
    number_label: 'The number is {number}',
    capturing_title: 'Keep going on your phone',
    capturing: 'This page will continue by itself as soon as you’re done there.',
    pairing_title: 'Point your phone at this code',
    pairing:
      'Tap “Open the camera” on your phone and hold it so that the whole code is in the picture. The ' +
      'code keeps changing.',
    pairing_label:
      'This is a moving code for your phone’s camera. It keeps changing, and only a camera can read ' +
      'it. You can continue without it on your phone.',
    cancel: 'That’s not my phone. Use this device',
    aborted_title: 'The phone wasn’t connected',
    aborted: 'The number was wrong, or it took too long.',
    aborted_number:
      'The wrong number was entered on the phone. If that wasn’t you, someone else has opened your ' +
      'code. Show a new one, and don’t let anyone see it.',
    aborted_time: 'The number wasn’t entered in time.',
    again: 'Show a new code',
    other_phone: 'That’s not my phone. Use another one',
    steps: 'Open your phone’s camera\nPoint it at the code\nTap the link that appears',
  },
  leave: {
    title: 'Stop the check?',
    body: 'You’d have to start again later.',
    stay: 'Keep going',
    stop: 'Stop',
  },
  ended: {
    expired: {
      title: 'This check has expired',
      body:
        'For your security, a check stays open only for a while. You can start a new one at ' +
        '{integrator}.',
    },
    canceled: {
      title: 'Check stopped',
      body: 'You can start again from {integrator} at any time.',
    },
    failed: {
      title: 'That didn’t work',
      body: 'The check couldn’t be completed. Please start it again from {integrator}.',
    },
    consent_declined: {
      title: 'That’s fine. No pictures were taken',
      body: 'The camera stayed off. {integrator} can offer you another way.',
    },
    consent_withdrawn: {
      title: 'Your consent is withdrawn',
      body: 'Your pictures, face template and prints are deleted. {integrator} can offer you another way.',
    },
    denied: {
      title: 'Thank you for telling us',
      body:
        'No pictures were taken. If the check was still open, we’ve stopped and reported it. You can ' +
        'close this page.',
    },
    denied_on_phone: {
      title: 'Stopped on the phone',
      body:
        'The person who opened the code said this isn’t their check, so we’ve stopped and reported ' +
        'it. If that was a mistake, start again from {integrator}.',
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
    copied: 'Copied. Paste it into your browser’s address bar.',
    link: 'Link to this check',
    camera_choice: 'Camera',
    camera_n: 'Camera {n}',
    allowed: 'I’ve allowed the camera',
  },
  remedies: {
    chromium_desktop:
      'Click the symbol to the left of the address\nSwitch “Camera” on. If it’s on already, allow ' +
      'the camera in your computer’s privacy settings\nCome back and click the button below',
    chrome_android:
      'Tap the symbol to the left of the address\nTap “Permissions” and switch “Camera” on. If it ' +
      'isn’t listed: phone settings → Apps → your browser\nCome back and tap the button below',
    samsung:
      'Tap the lock beside the address\nTap “Permissions” and allow “Camera”. Otherwise: phone ' +
      'settings → Apps → Samsung Internet\nCome back and tap the button below',
    safari_ios:
      'Tap the page symbol beside the address\nChoose “Website Settings” (or the three dots first), ' +
      'then set “Camera” to “Allow”\nReload the page',
    other_ios:
      'Open the Settings app\nChoose your browser in the list of apps and switch “Camera” on\nCome ' +
      'back and tap the button below',
    safari_macos:
      'In the menu bar choose Safari, then “Settings for This Website”\nSet “Camera” to “Allow”\n' +
      'Come back and click the button below',
    firefox:
      'Click the crossed-out camera (or the lock) beside the address\nRemove the block with the ×\n' +
      'Come back and click the button below',
    other:
      'Look for a camera or a lock beside the address\nAllow the camera there\nCome back and tap the ' +
      'button below',
    busy_phone:
      'End video calls\nClose other apps that use the camera\nIf that doesn’t help, restart your ' + 'phone',
    busy_computer:
      'End video calls and close other tabs and apps that use the camera\nUnplug the camera and plug ' +
      'it back in\nIf that doesn’t help, restart your browser',
    light: 'More light can help: cameras slow down in the dark.',
  },
  problems: {
    camera_permission_denied: {
      title: 'The camera is blocked',
      body: 'You can switch it on in a moment:',
    },
    camera_permission_dismissed: {
      title: 'We still need the camera',
      body: 'The camera request was closed. Try again and choose “Allow”.',
    },
    camera_policy_blocked: {
      title: 'This page can’t use the camera here',
      body: 'The website that shows this page blocks the camera. Only its operator can change that.',
    },
    camera_insecure_context: {
      title: 'The camera needs a secure page',
      body: 'This page wasn’t opened over a secure connection, so your browser blocks the camera.',
    },
    camera_not_found: {
      title: 'We can’t find a camera',
      body: 'No problem: continue on your phone, or connect a camera and try again.',
    },
    camera_in_use: {
      title: 'Another app is using the camera',
      body: 'Let’s free it:',
    },
    camera_overconstrained: {
      title: 'This camera won’t work',
      body: 'We can’t use its picture for the check.',
    },
    camera_low_spec: {
      title: 'This camera isn’t good enough',
      body: 'Its picture is too small or too slow for the check. Please use another camera or device.',
    },
    camera_interrupted: {
      title: 'The camera was interrupted',
      body: 'A call, another app or leaving this page stopped the camera.',
    },
    webview_no_camera: {
      title: 'This app doesn’t let us use the camera',
      body: 'Please open the page in your browser, for example Safari or Chrome.',
    },
    unsupported_browser: {
      title: 'Your browser is too old for this check',
      body: 'Please update it, or continue on another device.',
    },
    connection_lost: {
      title: 'No connection',
      body: 'We can’t reach the service. Check your connection and try again.',
    },
    upload_lost: {
      title: 'Your pictures didn’t reach us',
      body: 'The connection was lost. They’re still here, so you can send them again.',
    },
    service_unavailable: {
      title: 'We’ll be right back',
      body: 'The service isn’t available right now. Please try again in a minute.',
    },
    too_many_requests: {
      title: 'A little slower, please',
      body: 'That was a little fast. Wait a moment and try again.',
    },
    token_expired: {
      title: 'Time is up',
      body: 'This check was open for too long. Please go back to where you came from and start it again.',
    },
    link_invalid: {
      title: 'This link doesn’t work',
      body: 'It’s incomplete or has expired. Please go back to where you came from and open it again.',
    },
    other_device_active: {
      title: 'The check is open on another device',
      body: 'You’re already doing it on another device or browser. Continue there.',
    },
    attempt_open: {
      title: 'Another try is still open',
      body: 'It ends by itself within 90 seconds. Please wait a moment and try again.',
    },
    attempt_expired: {
      title: 'That took a little long',
      body: 'Each try can take 90 seconds. Take a breath and try again. This one didn’t count.',
    },
    attempt_refused: {
      title: 'We couldn’t use the pictures',
      body: 'Something went wrong while taking them. Please try again.',
    },
    attempts_exhausted: {
      title: 'No tries left',
      body: 'You’ve used all the tries for this check.',
    },
    processing_slow: {
      title: 'This is taking longer than usual',
      body: 'Your pictures have arrived. Try again in a moment.',
    },
    idle: {
      title: 'Are you still there?',
      body: 'We turned the camera off while you were away.',
    },
    code_expired: {
      title: 'This code has expired',
      body: 'Codes expire quickly. Please scan the one on your other screen now.',
    },
    code_used: {
      title: 'This code has already been used',
      body: 'A code works only once. If that wasn’t you, stop the check on your other screen.',
    },
    code_unknown: {
      title: 'We don’t know this code',
      body: 'Please scan the code on your other screen again.',
    },
    code_needs_page: {
      title: 'Please open the link yourself',
      body: 'The code hasn’t been used. Try again.',
    },
    handoff_wrong_number: {
      title: 'That number wasn’t right',
      body: 'We disconnected this phone to keep you safe. Show a new code on your other screen.',
    },
    handoff_timed_out: {
      title: 'This phone was disconnected',
      body: 'It wasn’t confirmed in time. Show a new code on your other screen.',
    },
    handoff_revoked: {
      title: 'The check continues elsewhere',
      body: 'You’re continuing on your other screen. You can close this page.',
    },
    handoff_not_allowed: {
      title: 'You can’t switch to a phone any more',
      body: 'Please continue on this device.',
    },
    internal: {
      title: 'Something went wrong',
      body: 'It’s not your fault. Please try again.',
    },
  },
  secured: 'Secured by Standpoint',
  privacy: 'Privacy',
};
