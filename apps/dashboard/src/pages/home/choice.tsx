import { Select } from '@mantine/core';
import type { Home, HomeRange } from '@standpoint/contract';
import { useNavigate } from '@tanstack/react-router';
import { PageHead } from '../../parts/page-head.tsx';
import styles from './choice.module.css';
import { type Chosen, RANGE_WORDS, RANGES } from './query.ts';

interface ChoiceProps {
  chosen: Chosen;
  policies: Home['policies'];
  /** The numbers are those of the choice before. */
  waits: boolean;
}

const ALL = 'all';

/** What `Choice` holds, and what its buttons and fields do. */
function useChoice({ chosen }: Pick<ChoiceProps, 'chosen'>) {
  const navigate = useNavigate();
  const choose = (next: Partial<Chosen>) => {
    const { range, policy } = { ...chosen, ...next };
    void navigate({
      to: '.',
      search: { range: range === '24h' ? undefined : range, policy } as never,
      replace: true,
    });
  };
  return { choose };
}

/** The range and the policy, in the address. */
export function Choice({ chosen, policies, waits }: ChoiceProps) {
  const { choose } = useChoice({ chosen });
  return (
    <PageHead title="Home">
      {waits && (
        <span className="unseen" role="status">
          Loading the numbers
        </span>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a frame and a legend. */}
      <div className={styles.ranges} role="group" aria-label="Range" data-waits={waits || undefined}>
        {RANGES.map((range: HomeRange) => (
          <button
            type="button"
            key={range}
            aria-pressed={range === chosen.range}
            onClick={() => choose({ range })}
          >
            <bdi dir="ltr">{RANGE_WORDS[range].short}</bdi>
          </button>
        ))}
      </div>
      {policies.length > 0 && (
        <Select
          aria-label="Policy"
          size="xs"
          w={176}
          value={chosen.policy ?? ALL}
          onChange={(value) => choose({ policy: value === ALL || value === null ? undefined : value })}
          data={[
            { value: ALL, label: 'All policies' },
            ...policies.map(({ policy_id, name }) => ({ value: policy_id, label: name })),
            { value: 'default', label: 'Built-in default' },
          ]}
          comboboxProps={{ withinPortal: false, position: 'bottom-end', width: 240 }}
        />
      )}
    </PageHead>
  );
}
