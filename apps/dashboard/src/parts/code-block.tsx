import styles from './code-block.module.css';
import { CopyButton } from './copy-button.tsx';

interface CodeBlockProps {
  /** A file's name, or what the text is. */
  title: string;
  /** Where it goes. */
  where?: string;
  text: string;
}

/** Text for a terminal or a file, copied whole. */
export const CodeBlock = ({ title, where, text }: CodeBlockProps) => (
  <figure className={styles.code}>
    <figcaption className={styles.head}>
      <span dir="ltr">{title}</span>
      {where && <span className={styles.where}>{where}</span>}
      <span className={styles.copy}>
        <CopyButton text={text} what={title} label="Copy" variant="subtle" />
      </span>
    </figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard. */}
    <pre className={styles.text} dir="ltr" tabIndex={0}>
      {text}
    </pre>
  </figure>
);
