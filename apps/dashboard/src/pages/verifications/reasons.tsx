import type { explained, Verification } from '@standpoint/contract';
import { codeWords } from '@standpoint/contract/words/values';
import { Block } from '../../parts/block.tsx';
import { Facts } from '../../parts/facts.tsx';
import { reasonWords } from '../../texts/location.ts';
import styles from './reasons.module.css';

interface ReasonsProps {
  record: Verification;
  explanation: explained.VerificationExplanation;
}

const Said = ({ reasons }: { reasons: ReasonsProps['record']['reasons'] }) => (
  <div className={styles.said}>
    {reasons.map(({ code, message, remedy }) => (
      <div key={code}>
        <p>{message}</p>
        <p className="soft">{remedy}</p>
      </div>
    ))}
  </div>
);

/** What the person read, beside what was recorded and not told. */
export function Reasons({ record, explanation }: ReasonsProps) {
  const { reasons, reason_codes, assurance } = record;
  if (reason_codes.length === 0 && reasons.length === 0) return null;
  const { kept_from_person: kept, locale } = explanation;
  return (
    <Block title="Reasons">
      <div className={styles.two}>
        <div>
          <h3 className={styles.label}>
            {explanation.known
              ? `What the person read${locale ? `, asked for in ${languageOf(locale)}` : ''}`
              : 'What such a reason says in English'}
          </h3>
          {reasons.length === 0 ? (
            <p className="quiet">Nothing: it passed, or no reason may be told.</p>
          ) : (
            <Said reasons={reasons} />
          )}
        </div>
        <div>
          <h3 className={styles.label}>What we recorded</h3>
          <Facts
            rows={[
              ...reason_codes.map((code) => [reasonWords(code), <Code key={code} code={code} />] as const),
              ...(explanation.known
                ? [
                    [
                      'Kept from the person',
                      kept.length === 0 ? 'nothing' : kept.map(reasonWords).join('; '),
                    ] as const,
                  ]
                : []),
              ['Assurance', assurance.map(codeWords).join(', ')],
            ]}
          />
        </div>
      </div>
    </Block>
  );
}

const Code = ({ code }: { code: string }) => <code className="mono quiet">{code}</code>;

function languageOf(locale: string): string {
  try {
    return new Intl.DisplayNames('en', { type: 'language' }).of(locale) ?? locale;
  } catch {
    return locale;
  }
}
