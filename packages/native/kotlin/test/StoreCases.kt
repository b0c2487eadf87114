package com.standpoint.test

import com.standpoint.FileInstallIdStore
import com.standpoint.result.MemoryTokenStore
import java.nio.file.Files
import java.time.Instant
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNull
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.coroutineScope

internal val storeCases = listOf(
    case("keeps an install id, and takes nothing else for one") {
        val folder = Files.createTempDirectory("standpoint")
        val file = folder.resolve("install-id").toFile()
        val store = FileInstallIdStore(file)
        assertNull(store.read())
        store.write("ins_1")
        store.write("ins_2")
        assertEquals("ins_2", FileInstallIdStore(file).read())
        for (id in listOf("", "a b", "a\n", "é", "x".repeat(129))) {
            assertFailsWith<IllegalArgumentException> { store.write(id) }
        }
        file.writeText("two\nlines")
        assertNull(store.read())
        folder.toFile().deleteRecursively()
    },
    case("consumes a token once when many ask at the same time") {
        val store = MemoryTokenStore()
        val won = coroutineScope {
            val tries = List(100) {
                async(Dispatchers.Default) { store.consume("jti", Instant.now().plusSeconds(60)) }
            }
            tries.awaitAll()
        }
        assertEquals(1, won.count { it })
    },
)
