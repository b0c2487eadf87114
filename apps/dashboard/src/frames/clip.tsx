import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { Place } from '../app/place.ts';
import { Blurred } from './blurred.tsx';
import { type ClipShape, clipWords, colourRuns, pictureWords, stayMs } from './clip-times.ts';
import styles from './gallery.module.css';
import { useFrame } from './use-reveal.ts';

interface ClipProps {
  place: Place;
  session_id: string;
  attempt_id: string;
  clip: ClipShape;
  shown: boolean;
}

/** Goes through the pictures at the pace at which they were taken, again and again, while it plays. */
function useLoop(clip: ClipShape, shown: boolean) {
  const [at, setAt] = useState(0);
  // A person who wants less motion begins with a still picture, and can play it.
  const [playing, setPlaying] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    if (!shown || !playing) return;
    const timer = setTimeout(() => setAt((now) => (now + 1) % clip.pictures.length), stayMs(clip, at));
    return () => clearTimeout(timer);
  }, [clip, shown, playing, at]);
  const turn = () => setPlaying((now) => !now);
  const goTo = (picture: number) => {
    setPlaying(false);
    setAt(picture);
  };
  return { at, playing, turn, goTo };
}

/** The clip of an attempt as a loop, with the colours of the screen beside it; blurred like every frame. */
export function Clip({ place, session_id, attempt_id, clip, shown }: ClipProps) {
  const { data, error, isFetching } = useFrame(place, session_id, attempt_id, clip.index, shown);
  const revealed = shown && data !== undefined;
  const loop = useLoop(clip, revealed);
  const words = pictureWords(clip, loop.at);
  return (
    <figure className={`${styles.frame} ${styles.clip}`}>
      <div className={styles.picture}>
        {revealed ? <img src={data[loop.at]} alt={`Clip: ${words}`} /> : <Blurred words="Clip, blurred" />}
        {shown && error && <span className={styles.wrong}>did not load</span>}
        {shown && isFetching && <span className="unseen">Loading</span>}
      </div>
      <figcaption className={styles.about}>
        <b>Clip of the light</b>
        <span className="num quiet">{clipWords(clip)}</span>
        <Colours clip={clip} />
        {revealed && <Controls clip={clip} loop={loop} words={words} />}
      </figcaption>
    </figure>
  );
}

/** The colours that the screen showed, each as wide as the pictures under it. */
const Colours = ({ clip }: Pick<ClipProps, 'clip'>) => (
  <span className={styles.colours} aria-hidden="true">
    {colourRuns(clip).map(({ colour, count }, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the runs of one clip never move
      <span key={i} style={{ flexGrow: count, background: colour ?? undefined }} />
    ))}
  </span>
);

interface ControlsProps extends Pick<ClipProps, 'clip'> {
  loop: ReturnType<typeof useLoop>;
  words: string;
}

const Controls = ({ clip, loop: { at, playing, turn, goTo }, words }: ControlsProps) => (
  <>
    <input
      type="range"
      className={styles.range}
      aria-label="Picture of the clip"
      aria-valuetext={words}
      min={0}
      max={clip.pictures.length - 1}
      value={at}
      onChange={({ target }) => goTo(Number(target.value))}
    />
    <span className={styles.bar}>
      <Button size="xs" onClick={turn}>
        {playing ? 'Pause the clip' : 'Play the clip'}
      </Button>
      <span className="num small quiet" dir="auto">
        {words}
      </span>
    </span>
  </>
);
