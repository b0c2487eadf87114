/**
 * A finding of a part of the injection check. `note`: kept for reviewers; `suspected`: a person has to look;
 * `fail`: no camera and no person does this.
 */
export interface Sign {
  code: string;
  weight: 'note' | 'suspected' | 'fail';
}

export const sign = (weight: Sign['weight'], code: string): Sign => ({ code, weight });
export const signIf = (condition: boolean, weight: Sign['weight'], code: string): Sign[] =>
  condition ? [sign(weight, code)] : [];
