import { rotateTransform } from '../../face/templates/rotation.ts';
import { command, ORG } from '../command.ts';
import { organization, withDeps } from '../open.ts';

export const faceTransformRotate = command({
  name: 'face-transform rotate',
  summary: 'Put every face template of an organization under a new secret transform',
  options: ORG,
  notes:
    'For when templates may have leaked together with the transform. Everything that was learned of the old one is useless afterwards; nobody has to enrol again. Takes one or two milliseconds for each template; sessions that are approved meanwhile wait.',
  run: ({ options, terminal }) =>
    withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      return { id: org, templates: await rotateTransform(deps, org, 'cli') };
    }),
  text: ({ id, templates }) => `${templates} templates of ${id} lie under a new transform.`,
});
