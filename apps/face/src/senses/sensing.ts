import type { State } from '../flow/state.ts';
import type { Texts } from '../texts/texts.ts';
import type { Senses } from './senses.ts';

const wanted = ({ speech, tones, vibration }: Senses): boolean => speech || tones || vibration;

export interface Sensing {
  /** After each change of the state. */
  feel(before: State, after: State): void;
  /** On a tap or a key. */
  unlock(senses: Senses): void;
}

/**
 * Tells ears and hands what changes. What that takes is loaded with the first sense that is switched on: most
 * people never do, and nothing of it stands before the camera.
 */
export const openSensing = (words: () => { t: Texts; tag: string }): Sensing => {
  let loaded: Awaited<ReturnType<typeof load>> | undefined;
  let loading: Promise<void> | undefined;
  const load = async () => {
    const [{ openPlayer }, { momentOf }] = await Promise.all([import('./player.ts'), import('./moments.ts')]);
    return { player: openPlayer(), momentOf };
  };
  const ready = (): Promise<void> => {
    loading ??= load().then((parts) => {
      loaded = parts;
    });
    return loading;
  };
  return {
    feel(before, after) {
      const { senses } = after;
      if (before.senses.speech && !senses.speech) loaded?.player.silence();
      if (!wanted(senses)) return;
      const { t, tag } = words();
      const play = () => {
        const { player, momentOf } = loaded!;
        // Who switches the voice on hears that it works.
        const begun = !before.senses.speech && senses.speech;
        player.play(begun ? { say: t.senses.speech_on, now: true } : momentOf(before, after, t), senses, tag);
      };
      if (loaded) return play();
      void ready().then(
        () => {
          loaded!.player.unlock(senses);
          play();
        },
        () => {},
      );
    },
    unlock(senses) {
      if (wanted(senses)) loaded?.player.unlock(senses);
    },
  };
};
