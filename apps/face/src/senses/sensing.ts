import type { State } from '../flow/state.ts';
import type { Texts } from '../texts/texts.ts';
import type { Senses } from './senses.ts';

const wanted = ({ speech, tones, vibration }: Senses): boolean => speech || tones || vibration;

interface Sensing {
  /** Call after each change of the state. */
  feel(before: State, after: State): void;
  /** Call on a tap or a key press. */
  unlock(senses: Senses): void;
}

/**
 * Passes changes to voice, sounds and vibration. Their code is loaded when the first sense is turned on:
 * most people never do so, and nothing of it delays the camera.
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
        // A person who turns the voice on hears at once that it works.
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
