import type { Shot as Taken } from './pictures.ts';

type Shot = Omit<Taken, 'bytes'>;

/** Opens a problem by its code, the one that a log or an SDK event shows. */
const title = (screen: string): string =>
  isProblem({ screen }) ? screen.slice('problem-'.length) : screen.replaceAll(/[-_]/g, ' ');

const isProblem = ({ screen }: Pick<Shot, 'screen'>): boolean => screen.startsWith('problem-');

const tableOf = (shots: readonly Shot[]): string => {
  const keys = [...new Set(shots.map(({ screen, device }) => `${screen} ${device}`))];
  return keys
    .map((key) => {
      const of = shots.filter(({ screen, device }) => `${screen} ${device}` === key);
      const { screen, device } = of[0]!;
      const pictures = of.map(({ area, file, theme, rtl }) => {
        const direction = area === 'face' ? ', Arabic' : ', from right to left';
        const words = `${title(screen)}, ${device}, ${theme}${rtl ? direction : ''}`;
        return `<a href="${file}"><img\n  src="${file}"\n  alt="${words}" height="320"></a>`;
      });
      const heading = isProblem({ screen }) ? `### ${title(screen)}` : `**${title(screen)}**`;
      return `${heading}${isProblem({ screen }) ? '\n\n' : ' '}(${device})\n\n${pictures.join('\n')}\n`;
    })
    .join('\n');
};

const sectionsOf = (shots: readonly Shot[]): string => {
  const face = shots.filter(({ area }) => area === 'face');
  const problems = face.filter(isProblem);
  const codes = [...new Set(problems.map(({ screen }) => screen))].sort();
  return `## The dashboard

${tableOf(shots.filter(({ area }) => area === 'dashboard'))}
## The face app: the way through

${tableOf(face.filter((shot) => !isProblem(shot)))}
## The face app: what can go wrong

By the code that the SDK's \`error\` event and the service's log name:
${codes.map((screen) => `[\`${title(screen)}\`](#${title(screen)})`).join(' · ')}

${tableOf(problems)}`;
};

const count = (shots: readonly Shot[]): string =>
  `${shots.length} pictures of ${new Set(shots.map(({ area, screen }) => `${area} ${screen}`)).size} screens`;

/** Of all pictures. */
export const indexOf = (shots: readonly Shot[]): string => `# Screens

${count(shots)}: light, dark, and from right to left.

${sectionsOf(shots)}`;

/** Of those that the documents keep. */
export const releaseIndexOf = (kept: readonly Shot[]): string => `# Screens

${kept.length} pictures. \`npm run screens\` makes those of every screen, in \`.screens/\`: light, dark, and from right
to left. \`npm run screens -- --release\` brings these here up to date; \`e2e/screens/kept.ts\` names them.

The dashboard shows people and decisions that \`standpoint seed\` made up. The face app's camera shows Chromium's
own test pattern: no person is in any picture.
Every screen is tested for accessibility in both themes and both directions
(\`e2e/dashboard/every-page.test.ts\`, \`apps/face/src/screens/screens.browser.test.ts\`).

${sectionsOf(kept)}`;
