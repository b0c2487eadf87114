package com.standpoint

/** A hand-off code, as a person typed it or a camera read it, in its one form: 16 Crockford symbols. */
@JvmInline
public value class ShortCode private constructor(public val value: String) {
    /** The address of the face page for this code; the fragment never reaches a log or a link preview. */
    public fun url(faceBase: String): String = "${faceBase.trimEnd('/')}/h#$value"

    public companion object {
        private val FORM = Regex("[0-9A-HJKMNP-TV-Z]{16}")

        /**
         * @throws StandpointException `short_code_not_found` when it can be no code, so that nothing is sent.
         */
        public fun parse(text: String): ShortCode {
            val code = text.filterNot { it == '-' || it == ' ' }
                .map { if (it in 'a'..'z') it - 32 else it }
                .joinToString("")
                .replace('O', '0')
                .replace('I', '1')
                .replace('L', '1')
            if (!FORM.matches(code)) {
                throw StandpointException(ErrorCode.SHORT_CODE_NOT_FOUND, "A code has 16 digits and letters.")
            }
            return ShortCode(code)
        }
    }
}
