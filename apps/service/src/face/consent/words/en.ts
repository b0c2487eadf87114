import type { ConsentWords } from './words.ts';

export const en: ConsentWords = {
  agree_button: 'I agree',
  decline_button: 'I don’t agree',
  days: {
    after: { one: 'after {n} day', other: 'after {n} days' },
    during: { one: 'for {n} day', other: 'for {n} days' },
    most: { one: 'for at most {n} day', other: 'for at most {n} days' },
  },
  short: {
    take_moving: 'Your camera takes a few pictures of your face while you follow simple instructions.',
    take_still: 'Your camera takes a few pictures of your face.',
    live: 'The pictures show that you’re a real person.',
    template: 'They are compared with your earlier checks.',
    reference: 'They are compared with a picture of you that {controller} has.',
    search: '{controller} also looks for other accounts with your face.',
    frames: 'The pictures are deleted {after}.',
    frames_none: 'The pictures are deleted as soon as the check is decided.',
    template_kept: 'If you pass, a face template is kept {during}.',
    template_none: 'No face template is kept.',
  },
  take: {
    heading: 'What we take',
    pictures: 'Several pictures of your face from this device’s camera, without sound.',
    measures: 'Measurements of your face and of how it moves, made while the camera is on.',
    movements: 'Meanwhile you follow simple instructions, such as turning your head.',
    colours: 'The screen may light your face in changing colours.',
    device:
      'What your browser says about itself, this device and its camera, and your network in a shortened or ' +
      'coded form.',
    phone:
      'If you continue on a phone: what kind of phone it is, and whether both devices are on the same network.',
    moving_code:
      'The phone’s back camera may read a moving code from your other screen. Its picture stays on the phone.',
  },
  use: {
    heading: 'What it’s for',
    live: 'To see that a real person is in front of the camera, and not a photo, a mask or a recording.',
    match_template:
      'To compare your face with the face template from your earlier checks and see that it’s you. If there ' +
      'is none any more, with a picture of you that {controller} has.',
    match_reference:
      'To compare your face with a picture of you that {controller} has, and see that it’s you.',
    template:
      'If you pass: to make a face template, a list of numbers that describes your face, so that ' +
      '{controller} can recognise you next time. Checks that you pass later update it.',
    search:
      'To search the face templates of other customers of {controller} for your face and find second ' +
      'accounts. A person looks at every match.',
    searched:
      'While your face template is kept, {controller} can compare the faces of other people with it to find ' +
      'second accounts.',
    replay:
      'To notice when a recording of this check is used again: if you pass, prints of your pictures (short ' +
      'codes of how they look) are kept and compared with later checks.',
    review: 'A person at {controller} may look at your pictures and decide.',
    review_two: 'Two people at {controller} may look at your pictures and decide.',
    record:
      'To prove later how this check was decided: a signed record with its measurements and results, and ' +
      'small grey copies of the pictures.',
  },
  keep: {
    heading: 'How long it’s kept',
    frames: 'Your pictures are deleted {after}, counted from your last try.',
    frames_none: 'Your pictures are deleted as soon as the check is decided.',
    template: 'Your face template is kept {during}, counted from the last check that you passed.',
    template_none: 'No face template is kept.',
    reference: 'If {controller} provides a picture of you, its face template is kept {during}.',
    prints: 'If you pass, the prints are kept {during}.',
    waiting_face:
      'While a person still has to decide, the measurements of your face and the prints are kept {most}.',
    waiting_prints: 'While a person still has to decide, the prints are kept {most}.',
    record:
      'The record, the result and a hash of each picture are kept until {controller} deletes your data.',
    proof: 'The proof of your answer is kept without your name, even after your data are deleted.',
  },
  who: {
    heading: 'Who is responsible',
    controller: '{controller} is responsible for your data.',
    controller_as: '{controller} is responsible for your data. This page calls it {integrator}.',
    sealed: 'Pictures, face templates and records are stored encrypted.',
  },
  refuse: {
    heading: 'If you don’t agree',
    how: 'Choose “{decline}”. The camera stays off, and {controller} can offer you another way.',
  },
  withdraw: {
    heading: 'Changed your mind?',
    how: 'You can withdraw your consent at any time: on this page while it’s open, or at {controller}.',
    effect:
      'The check then stops, and the pictures, face templates, prints and records of your face checks are ' +
      'deleted. What was decided before stays.',
  },
  more: { heading: 'Also from {controller}' },
  agreement:
    'By choosing “{agree}”, you allow {controller} to use pictures of your face (biometric data) in this ' +
    'way. You can stop at any time.',
};
