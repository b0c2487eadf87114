import { Button } from '@mantine/core';
import { useBaseAddress } from '../../app/base-address.ts';
import { usePlace } from '../../app/place.ts';
import { useEnvironmentSwitch } from '../../navigation/environment-switch.tsx';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Empty } from '../../parts/empty.tsx';
import { firstCalls } from './first-call.ts';

/** Before the first verification: what comes here, and the calls that bring it. */
export function FirstVerification() {
  const place = usePlace();
  const base = useBaseAddress(place);
  const change = useEnvironmentSwitch();
  const sandbox = place.env === 'sandbox';
  return (
    <Empty
      icon="pin"
      title="No verifications yet"
      actions={!sandbox && <Button onClick={() => change('sandbox')}>Go to the sandbox</Button>}
    >
      <p>
        Each time your app asks where a device stands, the answer appears here, with every check in words.
      </p>
      <p>
        {sandbox
          ? 'To see one, check this device, above. Or bring one from a terminal, with a sandbox key in ' +
            'STANDPOINT_API_KEY:'
          : 'Your backend begins each one with this call; the device then sends its position. To try it ' +
            'without a device, use the sandbox.'}
      </p>
      <CodeBlock title="Terminal" text={firstCalls(base, place.env)} />
    </Empty>
  );
}
