"""The line between the server and its helper processes."""

import pickle
import socket

from bagarre.web.lines import packed, worker_end


def test_whole_objects_travel_until_the_server_leaves() -> None:
    server, worker = socket.socketpair()
    server.sendall(packed([1, 2]) + packed("three"))
    server.shutdown(socket.SHUT_WR)
    with worker_end(worker) as end:
        assert [pickle.loads(order) for order in end.orders()] == [[1, 2], "three"]
        end.write({"four": 4})
    assert server.recv(1000) == packed({"four": 4})


def test_a_server_that_leaves_in_mid_answer_ends_the_worker_without_a_word() -> None:
    server, worker = socket.socketpair()
    server.close()
    with worker_end(worker) as end:
        end.write("too late")
        raise AssertionError("nothing is left to do")
