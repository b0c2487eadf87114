import styles from './panel.module.css';

interface ReasonChoiceProps {
  label: string;
  choices: readonly string[];
  reason: string;
  choose(reason: string): void;
}

/** The reason that a dialog asks for. */
export const ReasonChoice = ({ label, choices, reason, choose }: ReasonChoiceProps) => (
  <label className={styles.label}>
    {label}
    <select
      className={styles.select}
      value={reason}
      onChange={(event) => choose(event.currentTarget.value)}
      data-autofocus
    >
      <option value="">Choose a reason</option>
      {choices.map((words) => (
        <option key={words}>{words}</option>
      ))}
    </select>
  </label>
);
