package com.standpoint

import java.io.File
import java.io.IOException
import java.nio.file.Files
import java.nio.file.StandardCopyOption.ATOMIC_MOVE
import java.nio.file.StandardCopyOption.REPLACE_EXISTING

/**
 * Keeps the install id that your backend got from preflight, so that the app can send it back with its next
 * request for a token. The library itself never puts it into evidence: the claim in the token is for the web
 * alone.
 */
public interface InstallIdStore {
    /** Null on the first visit, and when what is kept is no install id. */
    public fun read(): String?

    /** @throws IllegalArgumentException unless the id is 1 to 128 visible ASCII characters. */
    public fun write(installId: String)
}

/** One file, replaced as a whole: a crash leaves the old id or the new one. */
public class FileInstallIdStore(private val file: File) : InstallIdStore {
    override fun read(): String? =
        try {
            file.readText().takeIf(FORM::matches)
        } catch (_: IOException) {
            null
        }

    override fun write(installId: String) {
        require(FORM.matches(installId)) { "An install id is 1 to 128 visible ASCII characters." }
        val next = File(file.path + ".new")
        next.writeText(installId)
        Files.move(next.toPath(), file.toPath(), REPLACE_EXISTING, ATOMIC_MOVE)
    }

    private companion object {
        val FORM = Regex("[!-~]{1,128}")
    }
}
