import type { explained, Verification } from '@standpoint/contract';
import { metres, share } from '@standpoint/contract/words/numbers';
import { codeWords } from '@standpoint/contract/words/values';
import { Block } from '../../parts/block.tsx';
import { Facts } from '../../parts/facts.tsx';
import { ShortId } from '../../parts/short-id.tsx';
import { Time } from '../../parts/time.tsx';

interface SideProps {
  record: Verification;
  explanation: explained.VerificationExplanation;
}

type Row = readonly [string, React.ReactNode];
const rowsOf = (rows: readonly (Row | null)[]): Row[] => rows.filter((row) => row !== null);

const Token = ({ record, explanation }: SideProps) => (
  <Block title="Token">
    <Facts
      rows={rowsOf([
        record.root_jti === null ? null : ['jti', <ShortId key="j" id={record.root_jti} />],
        ['Chain', `try ${record.hop + 1}${explanation.policy ? ` of ${explanation.policy.hops + 1}` : ''}`],
        [
          Date.parse(record.expires_at) > Date.now() ? 'Result holds until' : 'Result held until',
          <Time key="t" at={record.expires_at} />,
        ],
      ])}
    />
  </Block>
);

/** The device and its network, and the chain of tokens. */
export function DeviceAndToken({ record, explanation }: SideProps) {
  const { device, network } = explanation;
  return (
    <>
      <Block title="Device">
        <Facts
          rows={rowsOf([
            record.install_id === null ? null : ['Install', <ShortId key="i" id={record.install_id} />],
            device?.install_customers == null
              ? null
              : ['Used by', usedBy(device.install_customers, device.household)],
            device ? ['Platform', [device.platform, device.sdk].filter(Boolean).join(', ')] : null,
            device ? ['Attestation', codeWords(device.attestation)] : null,
            network ? ['Address', network.ip ?? 'not known'] : null,
            network
              ? [
                  '',
                  <span key="n" className="quiet">
                    {networkWords(network)}
                  </span>,
                ]
              : null,
          ])}
        />
      </Block>
      <Token record={record} explanation={explanation} />
    </>
  );
}

const usedBy = (customers: number, household: boolean): string => {
  if (customers <= 1) return 'this customer alone';
  return `${customers} customers, ${household ? 'a declared household' : 'not declared a household'}`;
};

function networkWords(network: NonNullable<SideProps['explanation']['network']>): string {
  const { country, country_confidence, asn, usage, location } = network;
  const parts = [
    country ? `${country}, confidence ${share(country_confidence)}` : 'no country known',
    usage.map(({ kind }) => codeWords(kind).toLowerCase()).join(', '),
    asn ? `AS${asn.number} ${asn.org}` : '',
    location ? (location.radius_m === null ? 'city known' : `city to ${metres(location.radius_m)}`) : '',
  ];
  return parts.filter(Boolean).join('; ');
}
