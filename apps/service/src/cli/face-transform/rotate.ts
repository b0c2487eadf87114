import { rotateTransform } from '../../face/templates/rotation.ts';
import { command, ORG } from '../command.ts';
import { organization, withDeps } from '../open.ts';

export const faceTransformRotate = command({
  name: 'face-transform rotate',
  summary: 'Protect every face template of an organization with a new secret transform',
  options: ORG,
  notes:
    'Use it when templates and the transform may have leaked together: the leaked ones become useless, and\n' +
    'no customer has to enrol again. It takes one or two milliseconds for each template. Sessions that are\n' +
    'approved meanwhile wait.',
  run: ({ options, terminal }) =>
    withDeps(terminal, async (deps) => {
      const { org } = await organization(deps.database, options.org);
      return { id: org, templates: await rotateTransform(deps, org, 'cli') };
    }),
  text: ({ id, templates }) => `${templates} templates of ${id} have a new transform.`,
});
