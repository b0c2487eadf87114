import { Bold } from '../../../record/bold.tsx';
import styles from './case.module.css';

/** The sentence that a case opens with; what stands between ** decides, and is read first. */
export const AnswerSentence = ({ text }: { text: string }) => (
  <p className={styles.answer}>
    <Bold text={text} />
  </p>
);
